import {expect, test} from '../support/test.ts';
import {killService, redisItself} from './kills.ts';
import {runRounds} from './rounds.ts';
import {scenarios} from './scenarios.ts';
import type {TestSystem} from './test-system.ts';

/** Starting what a fault needs and serving again take what they take on a busy machine. */
test.describe.configure({timeout: 300_000});

/** What other scenarios or tests prove too, or what takes many seconds of CPU: `npm run test:long` plays them. */
const repetitions = [
  'service-redis',
  'service-everysec',
  'service-cluster',
  'redis-everysec',
  'cluster-repeats',
  'sentinel-repeats',
  'shard-no-coverage',
  'shard-full-coverage',
  'lagging-replica',
  'partition',
  'used-up-quota',
  'killed-reader',
  'stopped-writer',
  'rolling-restart',
  'read-only',
  'truncated',
  'damaged-page',
  'clock-redis',
  'vanish-lmdb',
];

/** The same scenarios at length, and the table in docs/operate/faults.md: `npm run faults`. */
for (const scenario of scenarios.filter(({name}) => !repetitions.includes(name))) {
  test(`nothing acknowledged is lost, halved or shown to others: ${scenario.name}`, async () => {
    const {acknowledged, findings} = await runRounds(scenario, 1, {
      hang: 3_000,
      recipients: 10_000,
      rest: 20,
    });
    expect(findings.filter(({violation}) => scenario.promised || violation !== 'lost')).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  });
}

test('the check sees what a Redis that keeps nothing on its disk loses', async () => {
  const forgetful = {
    name: 'forgetful',
    fault: '',
    engine: '',
    promised: false,
    async open() {
      const setup = await redisItself('no', '--appendonly', 'no');
      return {
        ...setup,
        async inject(system: TestSystem) {
          const killed = await setup.inject(system);
          // A service refuses changes in a store that was emptied since it started; the next one takes it for a new store.
          await killService(system);
          return killed;
        },
      };
    },
  };
  const {findings} = await runRounds(forgetful, 1, {hang: 0, recipients: 0, rest: 20});
  expect(findings.filter(({violation}) => violation === 'lost').length).toBeGreaterThan(0);
});
