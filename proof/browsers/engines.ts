import {chromiumAt} from '../../e2e/engines/chromium.ts';
import type {Engine} from '../../e2e/engines/tab.ts';
import {oldChromiumPath} from '../support/old-chromium.mjs';

/**
 * The browsers in which the proof of a release also runs the journeys: `TAVLE_TEST_ENGINES` has the path of this module.
 * Add a browser here, with a file that returns its tabs.
 *
 * Chromium 106 is the oldest Chromium that the elements support. It has no library for a GPU, not even for an emulated one. Without
 * `--disable-gpu`, it tries to load one again and again, and never draws pages that are opened at that time. The libraries that drive Firefox
 * and WebKit take a third of a second of CPU to load: only tests that start these browsers load them.
 */
export const others: readonly Engine[] = [
  chromiumAt('Chromium 106', oldChromiumPath, '--disable-gpu'),
  {name: 'Firefox', start: async () => (await import('./firefox.ts')).startFirefox()},
  {name: 'WebKit', start: async () => (await import('./webkit.ts')).startWebkit()},
];
