import puppeteer, {type ElementHandle, type KeyInput, type Page} from 'puppeteer-core';

import {missingPackages} from '../../scripts/tests/tools.mjs';
import {firefoxFiles} from '../support/packages.mjs';
import {findCandidates} from './page-scripts.ts';
import type {Browser, Query, Tab} from '../../e2e/engines/tab.ts';

/** Pages in Firefox reach 127.0.0.1 only: nothing listens at the proxy. */
const preferences = {
  'intl.accept_languages': 'da',
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Starts Debian's Firefox, which Puppeteer drives by WebDriver BiDi, for `engines.ts`. If `Tab` gets a method, write it in `tabOf`. */
export async function startFirefox(): Promise<Browser> {
  const defaultViewport = {width: 1280, height: 900};
  const [missing] = missingPackages(firefoxFiles);
  if (missing) throw new Error(`Firefox is missing: run "apt-get install ${missing}".`);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxFiles['firefox-esr'],
    defaultViewport,
    extraPrefsFirefox: preferences,
  });
  // The first window stays open, but unused: Firefox ends with its last window, and Enter presses no button in the first one.
  return {
    // Firefox does not run the timers of a tab behind another one on time.
    openTab: async () => tabOf(await browser.newPage({type: 'window'})),
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(String(error)));
  page.on('console', message => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  return {
    goto: async url => void (await page.goto(url)),
    url: () => Promise.resolve(page.url()),
    async find(query) {
      const elements = await candidates(page, query);
      const isMatch = await Promise.all(elements.map(element => hasRoleAndName(element, query)));
      return elements
        .filter((_, index) => isMatch[index])
        .map(element => ({
          click: async withControl => {
            if (withControl) await page.keyboard.down('Control');
            await element.asLocator().click();
            if (withControl) await page.keyboard.up('Control');
          },
          evaluate: script => element.evaluate(script as () => never),
        }));
    },
    async press(keys) {
      const pressed = keys.split('+').map(key => (key === 'Space' ? ' ' : key) as KeyInput);
      for (const key of pressed) await page.keyboard.down(key);
      for (const key of pressed.reverse()) await page.keyboard.up(key);
    },
    evaluate: (script, parameter) => page.evaluate(script as () => never, parameter as never),
    // Without a format, Puppeteer treats the inches of the format Letter as centimetres.
    print: () => page.pdf({format: 'A4'}),
    async frameText(selector) {
      const [frame] = await candidates(page, {selector});
      return (
        (await (
          await frame?.contentFrame()
        )?.evaluate(() => (document.body as HTMLElement | null)?.innerText)) ?? ''
      );
    },
    problems: () => Promise.resolve(problems),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  };
}

async function candidates(page: Page, query: Query): Promise<ElementHandle[]> {
  const list = await page.evaluateHandle(findCandidates, query);
  return [...(await list.getProperties()).values()].flatMap(
    handle => (handle.asElement() as ElementHandle | null) ?? [],
  );
}

/** Returns whether an element is the first, among itself and its descendants, for which Firefox computes the role and the name. */
async function hasRoleAndName(element: ElementHandle, {role, name}: Query): Promise<boolean> {
  if (role === undefined) return true;
  const selector = name === undefined ? `[role="${role}"]` : `[role="${role}"][name="${name}"]`;
  const found = await element.$(`::-p-aria(${selector})`);
  return found !== null && element.evaluate((one, other) => one === other, found);
}
