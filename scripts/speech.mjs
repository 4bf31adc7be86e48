import {runnerImport} from 'vite';

/* Goes through the journeys of e2e/speech with a screen reader; see CONTRIBUTING.md. */

const {module} = await runnerImport('./e2e/speech/run.ts');
const {runSpeech} = /** @type {typeof import('../e2e/speech/run.ts')} */ (module);
// By itself a signal would not count as an exit, after which nothing is left behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.exit(await runSpeech(process.argv.slice(2), text => console.log(text)));
