import {expect, test} from '../support/test.ts';
import {redisItself} from './kills.ts';
import {playRounds} from './rounds.ts';
import {scenarios} from './scenarios.ts';

/** Starting what a fault needs and serving again take what they take on a busy machine. */
test.describe.configure({timeout: 300_000});

/** The same scenarios at length, and the table in docs/operations.md: `npm run faults`. */
for (const scenario of scenarios) {
  test(`nothing acknowledged is lost, halved or shown to others: ${scenario.name}`, async () => {
    const {acknowledged, findings} = await playRounds(scenario, 1, {hang: 4_000});
    expect(findings.filter(({harm}) => scenario.promised || harm !== 'lost')).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  });
}

test('the check sees what a Redis that keeps nothing on its disk loses', async () => {
  const forgetful = {
    name: 'forgetful',
    fault: '',
    engine: '',
    promised: false,
    open: () => redisItself('no', '--appendonly', 'no'),
  };
  const {findings} = await playRounds(forgetful, 1, {hang: 0});
  expect(findings.filter(({harm}) => harm === 'lost').length).toBeGreaterThan(0);
});
