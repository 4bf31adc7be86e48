import {readFileSync, writeFileSync} from 'node:fs';

// For the process that started this one: the most memory that it had for itself, in kilobytes. Pages of the embedded store that are
// mapped into it are the file's, and given back whenever others need the room.
let peak = 0;

function look() {
  const [, own] = /^RssAnon:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  peak = Math.max(peak, Number(own));
}

setInterval(look, 50).unref();
process.once('exit', () => {
  look();
  writeFileSync(process.env.PEAK_FILE ?? '', String(peak));
});
