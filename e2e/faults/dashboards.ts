import type {AppStates} from '../../server/dashboard/answers.ts';
import type {Caller} from '../../server/testing/certificates.ts';
import type {Actor} from './actor.ts';
import {anyFree, type Ledger, newThing, type Thing} from './ledger.ts';
import {pause} from './stage.ts';

const path = '/dashboard/1/apps/state';
const apps = Array.from({length: 12}, (_, place) => `app-${place}`);
const everything = `${path}?${apps.map(app => `apps=${app}`).join('&')}`;

export interface DashboardOwner extends Actor {
  /** Asks for one change again and again, until it is acknowledged. */
  insist(until: AbortSignal): Promise<void>;
}

/** Somebody who turns apps on and off (interface D), each of which was off at first. */
export function dashboardOwner(name: string, call: Caller, ledger: Ledger): DashboardOwner {
  const things = apps.map(app => Object.assign(newThing(false), {app}));

  const turn = async (thing: Thing<boolean> & {app: string}, on: boolean) =>
    (await ledger.change(thing, on, () => call('PUT', `${path}?app=${thing.app}&activated=${on}`), 200)) !==
    undefined;

  return {
    async step() {
      const thing = anyFree(things);
      return thing !== undefined && turn(thing, !thing.acknowledged);
    },

    async insist(until) {
      const [thing] = things;
      if (!thing) return;
      const on = !thing.acknowledged;
      while (!(await turn(thing, on))) {
        until.throwIfAborted();
        await pause(20);
      }
    },

    async check() {
      const states = (await ledger.read(() => call('GET', everything))).body as AppStates;
      for (const thing of things) {
        ledger.compare(thing, states[thing.app]?.state === 'active', `${thing.app} of ${name}`);
      }
    },
  };
}

/** Somebody who never touched an app: whatever is on was turned on by another. */
export function dashboardBystander(call: Caller, ledger: Ledger): Actor {
  return {
    step: () => Promise.resolve(false),
    async check() {
      const {text} = await ledger.read(() => call('GET', everything));
      ledger.expect(!text.includes('"active"'), 'wrong party', `A bystander sees ${text}`);
    },
  };
}
