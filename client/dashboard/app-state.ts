import type {AppState} from '../../server/portal/schema.ts';

/** `active`: shown with its content; `deactive`: in the list of disabled apps; `hidden`: not shown. */
export type {AppState};

/** The state of an app that is turned on or off. */
export function stateWhen(activated: boolean): AppState {
  return activated ? 'active' : 'deactive';
}
