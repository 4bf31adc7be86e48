// How tests, benchmarks and `scripts/pictures.mjs` start Chromium. A changed switch may change all screenshots.
import {existsSync} from 'node:fs';

/** Debian's headless Chromium, which needs a quarter less CPU than the full browser. `TAVLE_TEST_CHROMIUM` names another one. */
export const chromiumPath = process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** The launch options of all browser tests: no network requests, and the same text rendering on every machine. */
export const chromiumLaunch = {
  executablePath: chromiumPath,
  // The language of the browser's own texts and dates.
  env: {...process.env, LANGUAGE: 'en_US', LC_ALL: 'C.UTF-8'},
  args: [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--font-render-hinting=none',
    '--disable-lcd-text',
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};

if (!existsSync(chromiumPath)) {
  throw new Error(`No Chromium at ${chromiumPath}: run "apt-get install chromium-headless-shell".`);
}
