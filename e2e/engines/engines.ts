import {chromium} from './chromium.ts';
import type {Engine} from './tab.ts';

/** The path of a module in `proof/` that exports more browsers. */
const path = process.env.TAVLE_TEST_ENGINES;
const {others} = path === undefined ? {others: []} : ((await import(path)) as {others: readonly Engine[]});

/** The browsers of the journeys: Chromium, and in the proof of a release those of `proof/browsers/engines.ts`. Add another browser there. */
export const engines: readonly Engine[] = [chromium, ...others];

/** The browsers that can print pages. They treat markup as the others do. */
export const chromiumAndFirefox = engines.filter(({name}) => ['Chromium', 'Firefox'].includes(name));
