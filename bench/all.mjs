// Takes every measurement, one after the other; each writes its file in results/.
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

const calendar = fileURLToPath(new URL('calendar', import.meta.url));

run('npm', ['ci', '--prefix', calendar, '--no-audit', '--no-fund']);
for (const script of [
  'run.mjs',
  'deadlines.mjs',
  'forms.mjs',
  'backup.mjs',
  'durability.mjs',
  'page-load.mjs',
  'calendar/run.mjs',
]) {
  run(process.execPath, [fileURLToPath(new URL(script, import.meta.url))]);
}

/** @param {string} command @param {string[]} parameters */
function run(command, parameters) {
  const {status, error} = spawnSync(command, parameters, {stdio: 'inherit'});
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${status}.`);
}
