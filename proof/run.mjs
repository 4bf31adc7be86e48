import {fetchOldChromium} from './support/old-chromium.mjs';
import {runSteps} from '../scripts/tests/run-steps.mjs';
import {provideTools} from '../scripts/tests/tools.mjs';
import {changedPaths, publish} from './publish.mjs';
import {chooseSteps, steps} from './steps.mjs';
import {installProof} from './support/install.mjs';

/*
 * Runs the proof of a release: tests that take hours, or need more tools than `npm test`. Add a step to `proof/steps.mjs`.
 *
 *   npm run proof                          all steps of `proof/steps.mjs`, one at a time
 *   npm run proof -- STEP…                 some of them
 *   npm run proof -- STEP [PARAMETER…]     one of them, with other parameters: `npm run proof -- faults --only full-disk`
 *   npm run proof -- --publish [STEP…]     also writes the row of each step that passed into CONTRIBUTING.md
 */

const isPublished = process.argv[2] === '--publish';
const given = process.argv.slice(isPublished ? 3 : 2);
const end = given.findIndex(word => !(word in steps));
const names = end === -1 ? given : given.slice(0, end);
const parameters = given.slice(names.length);
const chosen = chooseSteps(names, parameters);
if (parameters.length && chosen.length !== 1) {
  fail(`No step is called ${parameters[0]}. They are ${Object.keys(steps).join(', ')}.`);
}
if (isPublished && parameters.length) fail('Only steps without parameters are published.');
// A published row names a commit, so the files must be those of the commit.
if (isPublished && changedPaths()) fail(`Commit before --publish:\n${changedPaths()}`);
const tests = chosen.flatMap(({tests = []}) => tests);
const packages = Object.assign({}, ...chosen.map(step => step.packages));
if (tests.some(path => path.startsWith('e2e/'))) fetchOldChromium();
installProof();
process.exitCode =
  provideTools(tests, packages) || (await runSteps(chosen, 1, isPublished ? publish : undefined));

/** @param {string} problem */
function fail(problem) {
  console.error(problem);
  process.exit(1);
}
