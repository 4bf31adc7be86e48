import {existsSync} from 'node:fs';

import {chromium as playwright} from 'playwright/test';

import {oldChromiumPath} from '../../scripts/tests/old-chromium.mjs';
import {chromiumLaunch, chromiumPath} from '../support/chromium.ts';
import {PlaywrightTab} from './playwright-tab.ts';
import type {Engine} from './tab.ts';

function chromiumAt(
  name: string,
  executablePath: string,
  hint: string,
  parameters: readonly string[] = [],
): Engine {
  return {
    name,
    async start() {
      if (!existsSync(executablePath)) throw new Error(`No ${name} at ${executablePath}: run "${hint}".`);
      const args = [...chromiumLaunch.args, ...parameters];
      const browser = await playwright.launch({...chromiumLaunch, executablePath, args});
      const context = await browser.newContext({locale: 'da-DK'});
      return {
        openTab: async () => new PlaywrightTab(await context.newPage()),
        close: () => browser.close(),
      };
    },
  };
}

/** Debian's Chromium, which Playwright drives. */
export const chromium = chromiumAt('Chromium', chromiumPath, 'apt-get install chromium-headless-shell');

/**
 * The oldest Chromium that the elements support. It has no library for a GPU, not even for an emulated one. Without `--disable-gpu` it
 * tries one again and again, and pages that are opened during that are never drawn.
 */
export const oldChromium = chromiumAt(
  'Chromium 106',
  oldChromiumPath,
  'apt-get install chromium-headless-shell && node scripts/tests/old-chromium.mjs',
  ['--disable-gpu'],
);
