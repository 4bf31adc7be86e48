import {runnerImport} from 'vite';

/* Plays the faults of e2e/faults against what was built; see docs/operate/faults.md. */

const {module} = await runnerImport('./e2e/faults/run.ts');
const {runFaults} = /** @type {typeof import('../e2e/faults/run.ts')} */ (module);
// By itself a signal would not count as an exit, after which nothing is left behind.
process.once('SIGINT', () => process.exit(130));
// A connection that is kept open must not keep this process alive.
process.exit(await runFaults(process.argv.slice(2), text => console.log(text)));
