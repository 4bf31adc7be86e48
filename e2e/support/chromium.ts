import {existsSync} from 'node:fs';

/** Debian's Chromium without the parts that draw windows, which takes a quarter less CPU; `TAVLE_TEST_CHROMIUM` names another one. */
export const chromiumPath = process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** How every browser test starts Chromium: nothing is looked up on the network, and letters look the same on every machine. */
export const chromiumLaunch = {
  executablePath: chromiumPath,
  // The browser's own words and dates, which no page decides.
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
