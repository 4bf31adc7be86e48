import {beforeEach, expect, it, onTestFinished, vi} from 'vitest';
import {page} from 'vitest/browser';

import {addDashboard, settled} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {english} from './localize.ts';

beforeEach(() => {
  fakeDashboard({A: 'active'});
});

/** Removes the English texts until the test ends. Each load fails or never ends; `heal` lets them succeed. */
async function removeTexts(outcome: 'fails' | 'lasts' = 'fails') {
  await english.load();
  const {texts} = english;
  let isHealed = false;
  english.texts = undefined;
  const load = vi.spyOn(english, 'load').mockImplementation(() => {
    if (outcome === 'lasts') return new Promise(() => undefined);
    english.texts = isHealed ? texts : undefined;
    english.hasFailed = !isHealed;
    return Promise.resolve();
  });
  onTestFinished(() => {
    Object.assign(english, {texts, hasFailed: false});
  });
  return {
    load,
    heal: () => {
      isHealed = true;
    },
  };
}

const heading = (name: string) => page.getByRole('heading', {name});

it('a Danish element does not load the English texts', async () => {
  const {load} = await removeTexts();
  await settled(addDashboard('<tavle-app name="A"></tavle-app>'));
  await expect.element(heading('På dit overblik')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

it('an English element shows no Danish texts while the English texts are loading', async () => {
  const {load} = await removeTexts('lasts');
  document.documentElement.lang = 'en';
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.poll(() => load).toHaveBeenCalled();
  expect(dashboard.shadowRoot?.textContent).toBe('');
});

it('an element that becomes English keeps its Danish texts until the English ones are loaded', async () => {
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.element(heading('På dit overblik')).toBeVisible();
  const {heal, load} = await removeTexts();
  dashboard.lang = 'en';
  await expect.poll(() => load).toHaveBeenCalled();
  await expect.element(heading('På dit overblik')).toBeVisible();
  heal();
  dispatchEvent(new Event('online'));
  await expect.element(heading('On your overview')).toBeVisible();
});

it('an element is Danish if the English texts fail to load, until the browser is online again', async () => {
  const {heal} = await removeTexts();
  document.documentElement.lang = 'en';
  addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.element(heading('På dit overblik')).toBeVisible();
  heal();
  dispatchEvent(new Event('online'));
  await expect.element(heading('On your overview')).toBeVisible();
});

it('marks its texts as Danish on a page in another language, and only there (WCAG 3.1.2)', async () => {
  document.documentElement.lang = 'sv';
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.element(heading('På dit overblik')).toBeVisible();
  const languages = () =>
    [...(dashboard.shadowRoot?.children ?? [])].map(child => child.getAttribute('lang'));
  expect(new Set(languages())).toEqual(new Set(['da']));
  document.documentElement.lang = 'da-DK';
  await expect.poll(() => new Set(languages())).toEqual(new Set([null]));
  document.documentElement.removeAttribute('lang');
  await expect.poll(() => new Set(languages())).toEqual(new Set(['da']));
});
