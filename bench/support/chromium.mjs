import {chromium} from 'playwright';

/** Starts Chromium in such a way that it looks nothing up on the network. */
export function launchChromium() {
  return chromium.launch({
    executablePath: process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}
