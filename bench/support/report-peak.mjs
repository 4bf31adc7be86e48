import {readFileSync, writeFileSync} from 'node:fs';

// Writes the maximum private memory of this process, in kilobytes, to PEAK_FILE. Mapped pages of the embedded store do not count: the
// system can reclaim them.
let peak = 0;

function sample() {
  const [, own] = /^RssAnon:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  peak = Math.max(peak, Number(own));
}

setInterval(sample, 50).unref();
process.once('exit', () => {
  sample();
  writeFileSync(process.env.PEAK_FILE ?? '', String(peak));
});
