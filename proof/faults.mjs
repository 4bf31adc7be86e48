import {runnerImport} from 'vite';

/* Injects the faults of proof/faults/ into the built service: the step `faults` of the proof. For its parameters, see `runFaults`. */

const {module} = await runnerImport('./proof/faults/run.ts');
const {runFaults} = /** @type {typeof import('./faults/run.ts')} */ (module);
// Without this, a signal would end the process without the cleanup at `exit`.
process.once('SIGINT', () => process.exit(130));
// An open connection must not keep this process alive.
process.exit(await runFaults(process.argv.slice(2), text => console.log(text)));
