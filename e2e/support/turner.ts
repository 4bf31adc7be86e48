import type {Dashboard} from './dashboard.ts';

/** How many changes one person has under way at a time, each of another app. */
const lanes = 4;

/** Somebody who turns apps on and off and remembers what the service acknowledged. */
export interface Turner {
  /** How many changes were acknowledged so far. */
  acknowledged(): number;
  /** Turns random apps over, until the service or its store is gone. */
  turnUntilGone(dashboard: Dashboard): Promise<void>;
  /** The apps that are neither as last acknowledged nor as sent after that. What is found counts as acknowledged. */
  findLost(dashboard: Dashboard): Promise<string[]>;
}

/** @param apps Each of them turned off. */
export function newTurner(apps: readonly string[]): Turner {
  const known = new Map(apps.map(app => [app, false]));
  const underWay = new Map<string, boolean>();
  let acknowledged = 0;

  async function turnOneByOne(dashboard: Dashboard, own: readonly string[]) {
    for (;;) {
      const app = own[Math.floor(Math.random() * own.length)] ?? '';
      const activated = !known.get(app);
      underWay.set(app, activated);
      try {
        await dashboard.turn(app, activated);
      } catch (error) {
        if (isGone(error)) return;
        throw error;
      }
      underWay.delete(app);
      known.set(app, activated);
      acknowledged += 1;
    }
  }

  return {
    acknowledged: () => acknowledged,

    async turnUntilGone(dashboard) {
      const shares = Array.from({length: lanes}, (_, lane) =>
        apps.filter((_, place) => place % lanes === lane),
      );
      await Promise.all(shares.map(own => turnOneByOne(dashboard, own)));
    },

    async findLost(dashboard) {
      const states = await dashboard.states(apps);
      const lost = apps.filter(app => {
        const active = states[app] === 'active';
        return active !== known.get(app) && active !== underWay.get(app);
      });
      for (const app of apps) known.set(app, states[app] === 'active');
      underWay.clear();
      return lost;
    },
  };
}

/** `fetch` reports a broken connection as a TypeError. */
function isGone(error: unknown): boolean {
  return error instanceof TypeError || (error as Error).message.startsWith('503 ');
}
