import type {CurrentPortal} from '../portal/portal.ts';
import type {AppState} from '../portal/app-state.ts';
import type {Key, Store} from '../store/store.ts';
import type {AppStates} from './answers.ts';

/** The states of each owner's apps: those of the portal file until the owner turns an app on or off. */
export interface Dashboard {
  /** Unknown apps are left out. */
  states(owner: string, apps: readonly string[]): Promise<AppStates>;

  /** Resolves to whether the app is known; an unknown one is not stored. */
  activate(owner: string, app: string, activated: boolean): Promise<boolean>;
}

export function createDashboard(store: Store, portal: CurrentPortal): Dashboard {
  return {
    async states(owner, apps) {
      const first = portal().apps;
      const known = apps.filter(app => first.has(app));
      const documents = await store.read(known.map(app => key(owner, app)));
      return Object.fromEntries(
        known.map((app, place) => {
          const state = (documents[place]?.value ?? first.get(app)) as AppState;
          return [app, {state}];
        }),
      );
    },

    async activate(owner, app, activated) {
      if (!portal().apps.has(app)) return false;
      const state: AppState = activated ? 'active' : 'deactive';
      await store.write(key(owner, app), state);
      return true;
    },
  };
}

function key(owner: string, app: string): Key {
  return ['dashboard', owner, app];
}
