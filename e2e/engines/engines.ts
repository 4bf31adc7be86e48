import {chromium} from './chromium.ts';
import type {Engine} from './tab.ts';

/** The module of the proof of a release that exports more browsers. */
const path = process.env.TAVLE_TEST_ENGINES;
const {others} = path === undefined ? {others: []} : ((await import(path)) as {others: readonly Engine[]});

/** The browsers of the journeys: Chromium, and those of the proof. */
export const engines: readonly Engine[] = [chromium, ...others];

/** Those that print pages, and react to markup as others do. */
export const chromiumAndFirefox = engines.filter(({name}) => ['Chromium', 'Firefox'].includes(name));
