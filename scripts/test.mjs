import {runSteps} from './tests/run-steps.mjs';
import {allSteps, chooseTests, kinds, unmatched} from './tests/steps.mjs';
import {provideTools} from './tests/tools.mjs';
import {lanes} from './tests/workers.mjs';

/*
 * Runs the tests of the product:
 *
 *   node scripts/test.mjs                   everything: what `npm test` does, two steps at a time
 *   node scripts/test.mjs unit|client|e2e   one kind of test
 *   … PATTERN…                              only the test files whose path contains one of the patterns
 *
 * `npm run proof` runs the longer tests of a release: see `proof/run.mjs`.
 */

const steps = chooseSteps(process.argv.slice(2));
const code = provideTools(steps.flatMap(({tests = []}) => tests));
process.exitCode = code || (await runSteps(steps, Math.min(steps.length, lanes)));

/** @param {string[]} given */
function chooseSteps(given) {
  const [first = '', ...others] = given;
  if (!first) return allSteps();
  const kind = Object.entries(kinds).find(([name]) => name === first)?.[1];
  const chosen = kind ? [kind] : Object.values(kinds);
  const patterns = kind ? others : given;
  const missing = unmatched(chosen, patterns);
  if (missing.length) {
    console.error(`No test file has ${missing.join(' or ')} in its path.`);
    process.exit(1);
  }
  return chooseTests(chosen, patterns);
}
