import {existsSync} from 'node:fs';

import {chromium as playwright, type ConsoleMessage, type Locator, type Page} from 'playwright/test';

import {watchProblems} from '../support/browser.ts';
import {chromiumLaunch, chromiumPath} from '../support/chromium.ts';
import type {Engine, Query, Tab} from './tab.ts';

/** Debian's Chromium, driven by Playwright, for `engines.ts`. If `Tab` gets a method, write it here and in `proof/browsers/`. */
export const chromium = chromiumAt('Chromium', chromiumPath);

/** Returns the Chromium at a path, with switches in addition to those of `chromiumLaunch`. */
export function chromiumAt(name: string, executablePath: string, ...more: string[]): Engine {
  return {
    name,
    async start() {
      if (!existsSync(executablePath))
        throw new Error(`No Chromium at ${executablePath}: run "node proof/support/old-chromium.mjs".`);
      const args = [...chromiumLaunch.args, ...more];
      const browser = await playwright.launch({...chromiumLaunch, executablePath, args});
      return {...(await useChromium(browser)), close: () => browser.close()};
    },
  };
}

/** Opens tabs of a new context in a running browser. */
export async function useChromium(browser: Awaited<ReturnType<typeof playwright.launch>>) {
  const context = await browser.newContext({locale: 'da-DK'});
  return {openTab: async () => tabOf(await context.newPage()), close: () => context.close()};
}

/** Returns a page of Playwright as the tab of a journey. */
export function tabOf(page: Page): Tab {
  const problems = watchProblems(page, isExpected);
  return {
    goto: async url => void (await page.goto(url)),
    url: () => Promise.resolve(page.url()),
    async find(query) {
      const elements = await locate(page, query).elementHandles();
      return elements.map(element => ({
        // A long timeout: if a slow click failed, the next attempt would be a second click.
        click: withControl => element.click({timeout: 30_000, modifiers: withControl ? ['Control'] : []}),
        evaluate: script => element.evaluate(script as () => never),
      }));
    },
    press: key => page.keyboard.press(key),
    evaluate: (script, parameter) => page.evaluate(script as () => never, parameter),
    print: () => page.pdf({format: 'A4'}),
    frameText: async selector =>
      (await page.locator(selector).count()) ? page.frameLocator(selector).locator('body').innerText() : '',
    problems: () => Promise.resolve(problems),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  };
}

function locate(page: Page, {role, name, selector = '*', text = '', within}: Query): Locator {
  const root = within === undefined ? page : page.locator(within);
  const located = role
    ? root.getByRole(role as 'button', {exact: true, ...(name !== undefined && {name})})
    : root.locator(selector);
  // A regular expression, since Playwright ignores the case of a string.
  const hasText = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'));
  return located.filter({visible: true, hasText});
}

function isExpected(message: ConsoleMessage): boolean {
  // A service that sends no mails responds with 404, which Chromium logs.
  const isMissing = message.location().url.endsWith('/mine/paamindelser');
  // Chromium 106 logs this for each printed page that has container queries. The elements print without them.
  return isMissing || message.text().startsWith('Using container queries or units with printing');
}
