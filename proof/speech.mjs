import {runnerImport} from 'vite';

/* Runs the journeys of proof/speech/ with a screen reader: the step `speech` of the proof. For its parameters, see `runSpeech`. */

const {module} = await runnerImport('./proof/speech/run.ts');
const {runSpeech} = /** @type {typeof import('./speech/run.ts')} */ (module);
// Without this, a signal would end the process without the cleanup at `exit`.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.exit(await runSpeech(process.argv.slice(2), text => console.log(text)));
