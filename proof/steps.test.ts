import {expect, it} from 'vitest';

import {findTests} from '../scripts/tests/steps.mjs';
import {chooseSteps, steps} from './steps.mjs';

it('runs each end-to-end test file, and each file of the proof, in one step', () => {
  const inSteps = Object.values(steps).flatMap(({command: [program], tests = []}) =>
    program === 'playwright' ? tests : [],
  );
  const all = findTests({folders: ['e2e', 'proof'], pattern: /\.spec\.ts$/});
  expect(inSteps.sort()).toEqual(all.filter(path => !path.startsWith('proof/faults/')).sort());
});

it('runs a step with parameters instead of those of a release', () => {
  const commandOf = (name: string, ...parameters: string[]) => chooseSteps([name], parameters)[0]?.command;
  expect(commandOf('damage')).toContain('--tries');
  expect(commandOf('damage', '--seed', '2')).toEqual(['node', 'proof/damage.mjs', '--seed', '2']);
});
