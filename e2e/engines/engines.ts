import {isThorough} from '../../server/testing/thoroughness.ts';
import {chromium, oldChromium} from './chromium.ts';
import {firefox} from './firefox.ts';
import type {Engine} from './tab.ts';
import {webkit} from './webkit.ts';

export const allEngines: readonly Engine[] = [chromium, oldChromium, firefox, webkit];

/** The browsers that every journey runs in. `npm test` has Chromium alone, which costs the least. */
export const journeyEngines: readonly Engine[] = isThorough ? allEngines : [chromium];

/** The browsers that the shortest journey runs in. */
export const shortestJourneyEngines = isThorough ? allEngines : [chromium, firefox, webkit];
