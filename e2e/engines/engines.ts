import {isThorough} from '../../server/testing/thoroughness.ts';
import {chromium, oldChromium} from './chromium.ts';
import type {Engine} from './tab.ts';

// Their libraries take a third of a second of CPU to load, in each process of Playwright: only tests that start these browsers load them.
export const firefox: Engine = {
  name: 'Firefox',
  start: async () => (await import('./firefox.ts')).startFirefox(),
};
const webkit: Engine = {name: 'WebKit', start: async () => (await import('./webkit.ts')).startWebkit()};

export const allEngines: readonly Engine[] = [chromium, oldChromium, firefox, webkit];

/** The browsers that every journey runs in. `npm test` has Chromium alone, which costs the least. */
export const journeyEngines: readonly Engine[] = isThorough ? allEngines : [chromium];

/** The browsers that the shortest journey runs in. */
export const shortestJourneyEngines = isThorough ? allEngines : [chromium, firefox, webkit];
