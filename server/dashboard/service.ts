import {isDeepStrictEqual} from 'node:util';

import {Problem} from '../problem.ts';
import type {AppState} from '../portal/schema.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import {changing} from '../store/saving.ts';
import type {Document, Key} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {
  type AppOrder,
  type AppOrderResponse,
  type AppStates,
  type Choices,
  choicesDocument,
  orderDocument,
} from './schema.ts';

/* The states and the order of a person's apps, for interface D. Change how a state follows from the portal file and the
 * person's choice in `states` and `activate`. A locked app must have the state of the portal file, whatever the person
 * has chosen. The choice must stay stored: it applies again when the app is unlocked. */

export type Dashboard = ReturnType<typeof createDashboard>;

/**
 * Returns the methods for the states and the order of each owner's apps. An app has the state of the portal file until the owner turns it on or off. A
 * locked app has that state for everyone, but can be moved. Owners' states of a locked app are kept, and apply again when it is unlocked.
 */
export function createDashboard(store: Store, portal: CurrentPortal) {
  return {
    /** Returns the states of these apps. Leaves out unknown apps. */
    async states(owner: string, apps: readonly string[]): Promise<AppStates> {
      const [document] = await store.read([key(owner)]);
      const chosen = (document?.value ?? {}) as Choices;
      const {apps: initial, lockedApps} = portal();
      const states: [string, AppStates[string]][] = [];
      for (const app of apps) {
        const isChosen = Object.hasOwn(chosen, app) && !lockedApps.has(app);
        const state = isChosen ? chosen[app] : initial.get(app);
        if (state !== undefined && initial.has(app)) states.push([app, {state}]);
      }
      return Object.fromEntries(states);
    },

    /** Sets a state. Returns whether anything changed. @throws {Problem} 404, 403 */
    async activate(owner: string, app: string, activated: boolean): Promise<boolean> {
      const {apps, lockedApps} = portal();
      if (!apps.has(app)) throw new Problem(404, 'The portal has no app with that name.');
      if (lockedApps.has(app)) {
        const message = `The app "${app}" is locked: the portal does not allow changing its state.`;
        throw new Problem(403, message, {errors: {app: ['Is locked by the portal.']}});
      }
      const state: AppState = activated ? 'active' : 'deactive';
      const {before, after} = await changing(store, choicesDocument, key(owner), stored => {
        const chosen = {...stored?.value};
        return chosen[app] === state ? stored : {value: {...chosen, [app]: state}};
      });
      return before !== after;
    },

    /** Returns the owner's order of apps; an empty one before the owner has chosen any. */
    async order(owner: string): Promise<AppOrder> {
      const [order] = await store.read([orderKey(owner)]);
      return orderOf(order);
    },

    /** Adds the names of locked apps to an order. */
    withLocks: (order: AppOrder): AppOrderResponse => ({...order, locked: [...portal().lockedApps]}),

    /** Replaces the order. Returns whether anything changed. @param check Receives the previous order. Throws to reject the change. */
    async setOrder(owner: string, {apps}: AppOrder, check: (current: AppOrder) => void): Promise<boolean> {
      const {before, after} = await changing(store, orderDocument, orderKey(owner), stored => {
        const current = orderOf(stored);
        check(current);
        return isDeepStrictEqual(current.apps, apps) ? stored : {value: apps};
      });
      return before !== after;
    },
  };
}

const orderOf = (order: Document | undefined): AppOrder => ({apps: (order?.value ?? []) as string[]});

/** Stored keys, which `dashboardDocuments` in `schema.ts` declares for backup, erase and prune. */
const key = (owner: string): Key => ['dashboard', owner];

const orderKey = (owner: string): Key => ['dashboard', owner, 'order'];
