import type {AppState} from '../portal/app-state.ts';

/** The answer of `GET /dashboard/1/apps/state`: each known app that was asked for, by name. */
export type AppStates = Record<string, {state: AppState}>;

/** The answer of `PUT /dashboard/1/apps/state`: the app's name and whether it is active now. */
export type AppActivation = Record<string, boolean>;
