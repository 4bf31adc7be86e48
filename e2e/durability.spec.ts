import {setTimeout} from 'node:timers/promises';

import type {TestIssuer} from '../server/testing/issuer.ts';
import {dashboardOf} from './support/dashboard.ts';
import {engines, expect, test} from './support/test.ts';
import {newTurner} from './support/turner.ts';

const rounds = 5;
const apps = Array.from({length: 50}, (_, place) => `app-${place}`);
/** Names that would run into each other in keys that were not written with care. */
const names = ['anna', 'anna:app-1', 'anna/app-1', '{anna}', 'bjørn', 'b'.repeat(300)];

/** People who turn their apps on and off, and one who leaves them as they are. */
async function newPeople(issuer: TestIssuer) {
  const people = await Promise.all(
    names.map(async name => ({token: await issuer.token(name), turner: newTurner(apps)})),
  );
  const idleToken = await issuer.token('idle');

  return {
    acknowledged: () => people.reduce((sum, {turner}) => sum + turner.acknowledged(), 0),

    /** Lets all of them work, ends what they rely on at a random moment and resolves when they noticed. */
    async workUntil(url: string, end: () => Promise<void>) {
      const before = this.acknowledged();
      const working = people.map(({token, turner}) => turner.turnUntilGone(dashboardOf(url, token)));
      // On a busy machine the first answers take their time; there has to be something to lose.
      await expect.poll(() => this.acknowledged()).toBeGreaterThan(before);
      await setTimeout(50 + Math.random() * 400);
      await end();
      await Promise.all(working);
    },

    /** Nobody lost a change, and nobody has one of somebody else. */
    async expectNothingLost(url: string) {
      for (const {token, turner} of people) {
        expect(await turner.findLost(dashboardOf(url, token))).toEqual([]);
      }
      const untouched = Object.fromEntries(apps.map(app => [app, 'deactive']));
      expect(await dashboardOf(url, idleToken).states(apps)).toEqual(untouched);
    },
  };
}

test.describe('what was acknowledged', () => {
  for (const engine of engines) {
    test(`survives kill -9 of the service, on ${engine}`, async ({start, newStore, issuer}) => {
      const TAVLE_STORE = await newStore(engine);
      const people = await newPeople(issuer);
      let service = await start({TAVLE_STORE});

      for (let round = 1; round <= rounds; round += 1) {
        const before = people.acknowledged();
        await people.workUntil(service.url, () => service.kill());
        expect(people.acknowledged()).toBeGreaterThan(before);
        service = await start({TAVLE_STORE});
        await people.expectNothingLost(service.url);
      }
    });
  }

  test('survives kill -9 of Redis', async ({start, startDurableRedis, issuer}) => {
    const redis = await startDurableRedis();
    const people = await newPeople(issuer);
    const {url} = await start({TAVLE_STORE: redis.url});

    for (let round = 1; round <= rounds; round += 1) {
      const before = people.acknowledged();
      await people.workUntil(url, () => redis.kill());
      expect(people.acknowledged()).toBeGreaterThan(before);
      await redis.restart();
      await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
      await people.expectNothingLost(url);
    }
  });
});
