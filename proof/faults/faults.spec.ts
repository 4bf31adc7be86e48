import {expect, test} from '../../e2e/support/test.ts';
import {killService, redisServer} from './kills.ts';
import {runRounds} from './rounds.ts';
import {scenarios} from './scenarios.ts';
import type {TestSystem} from './test-system.ts';

test.describe.configure({timeout: 300_000});

/** Other scenarios repeat these on another engine, or take many seconds of CPU: only the proof of a release runs them. */
const chosen = ['service-lmdb', 'redis-always', 'cluster-master', 'redis-hang', 'full-disk', 'vanish-redis'];

/** `npm run proof -- faults` runs more rounds and writes the table in docs/operate/faults.md. */
for (const scenario of scenarios.filter(({name}) => chosen.includes(name))) {
  test(`no acknowledged change is lost, incomplete or visible to others: ${scenario.name}`, async () => {
    const {acknowledged, findings} = await runRounds(scenario, 1, {
      hang: 3_000,
      recipients: 10_000,
      rest: 20,
    });
    expect(findings.filter(({violation}) => scenario.promised || violation !== 'lost')).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  });
}

test('the check detects the losses of a Redis without persistence', async () => {
  const forgetful = {
    name: 'forgetful',
    fault: '',
    engine: '',
    promised: false,
    async open() {
      const setup = await redisServer('no', '--appendonly', 'no');
      return {
        ...setup,
        async inject(system: TestSystem) {
          const killed = await setup.inject(system);
          // A service refuses changes in a store that was emptied after its start. A restarted service treats the store as new.
          await killService(system);
          return killed;
        },
      };
    },
  };
  const {findings} = await runRounds(forgetful, 1, {hang: 0, recipients: 0, rest: 20});
  expect(findings.filter(({violation}) => violation === 'lost').length).toBeGreaterThan(0);
});
