import {addDays, toApiDate} from '../client/frist/model/dates.ts';
import {payloads} from '../client/testing/payloads.ts';
import {isThorough} from '../server/testing/thoroughness.ts';
import {engines} from './engines/engines.ts';
import {watchProblems} from './support/browser.ts';
import {demoToken, deliver, havblik, readFeed, subscribe} from './support/demo-calendar.ts';
import {embedAddresses, ownScript, scriptTag, strictPolicy, trustedTypes} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

/** `npm test` tests every second attack here, and all in `client/calendar/safety.test.ts`. */
const attacks = payloads.filter((_, place) => isThorough || place % 2 === 0);

/** Elements that run or load something. */
const harmful =
  'base, meta, link, script, style, img, svg, math, iframe, object, embed, form, input, select, button, video, audio, details, template, [href^="javascript"]';

/** Counts successful attacks for {@link findHits}. */
const counter = '<script>window.hits = 0; window.hit = () => (hits += 1);</script>';

/** Runs in the page: dispatches events on each element of the markup. Returns attacks that ran, and elements that could run script. */
function findHits(selector: string): string[] {
  const markups: Element[] = [];
  const visit = (root: Document | ShadowRoot) => {
    markups.push(...root.querySelectorAll('.markup'));
    for (const {shadowRoot} of root.querySelectorAll('*')) if (shadowRoot) visit(shadowRoot);
  };
  visit(document);
  for (const element of markups.flatMap(markup => [...markup.querySelectorAll<HTMLElement>('*')])) {
    for (const type of ['mouseover', 'pointerdown', 'focusin', 'keydown', 'toggle', 'load', 'error'])
      element.dispatchEvent(new Event(type, {bubbles: true}));
    if (!(element instanceof HTMLAnchorElement)) element.click();
  }
  const {hits} = window as unknown as {hits: number};
  const found = markups.flatMap(markup => [...markup.querySelectorAll(selector)]);
  return [...(hits ? [`${hits} attacks ran.`] : []), ...found.map(({outerHTML}) => outerHTML)];
}

/** Returns interface F's response for a form, with `text` in each field that may contain markup. */
function formWith(text: string, permalink: string) {
  const myndighed = {forkortelse: 'ERST', navn: text, type: 'stat', kommunekode: null};
  const link = 'https://example.dk/';
  const texts = ['kortBeskrivelse', 'beskrivelse', 'forudsaetninger', 'kontaktInformation', 'hjaelp'];
  const freeTexts = ['fritekst1', 'fritekst2', 'fritekst3', 'startKnapTekst'];
  const missing = ['skabelon', 'aktivTopIntegrationsform', 'loesningsUrl'];
  const logins = ['eidPersonLinkProd', 'eidVirksomhedLinkProd', 'ssiLinkProd'];
  return {
    ...Object.fromEntries([...texts, ...freeTexts].map(name => [name, text])),
    ...Object.fromEntries([...missing, ...logins].map(name => [name, null])),
    ...Object.fromEntries(['urlTilVejledning', 'urlProd', 'url'].map(name => [name, link])),
    ...{titel: text, trin: [text], urlTilLovstof: [{titel: text, url: link}], kraeverSSO: false},
    ...{formularType: 'integration-ekstern-link', myndighed, antalMyndigheder: 1, permalink},
  };
}

/** For each browser a year without other deadlines in the worker's demo, in which the last week of September ends on 4 October. */
const years = [2105, 2111, 2116, 2122];

/** Returns the day of an attack's deadline in a year. */
const dayOf = (place: number, year: number) => toApiDate(addDays(`${year}-09-01`, place));

for (const [index, engine] of engines.entries()) {
  test(`${engine.name}: shows hostile titles and descriptions as inert text, and keeps the feed intact`, async ({
    personIn,
    site,
    demo: {url},
  }) => {
    const year = years[index] ?? 0;
    site.token = await demoToken(url);
    const hostile = [...attacks, 'Slut\r\nEND:VEVENT\r\nEND:VCALENDAR', ';,:\\n"\\'];
    for (const [place, attack] of hostile.entries()) {
      const beskrivelse = `<p>Før <b>nr. ${place}</b></p>${attack}`;
      await deliver(url, {overskrift: attack, beskrivelse, fristDato: dayOf(place, year)});
    }
    // The page has no Content-Security-Policy, since a policy would stop attacks that pass the sanitiser.
    site.html = `<!doctype html><html lang="da"><meta charset="utf-8"><title>En portal</title>${counter}
      <tavle-calendar cvr="${havblik}" date="${year}-09-01" view="month"></tavle-calendar>
      <tavle-deadlines cvr="${havblik}" max="10"></tavle-deadlines>
      ${scriptTag(`${url}/embed/tavle.js`)} ${ownScript}</html>`;
    const person = await personIn(engine);
    await person.open(site.origin);
    // The month view ends on 4 October, the day of the 34th deadline.
    await person.step('see the month', () =>
      person.seeAll({selector: '[part="chip"] .chip-title', within: 'tavle-calendar'}, hostile.slice(0, 34)),
    );
    await person.step('see the list', async () => {
      await person.click({role: 'button', name: 'Liste'});
      await person.seeAll({selector: '[part="list"] .entry-title'}, hostile);
    });
    for (const [place, attack] of attacks.entries()) {
      await person.step(`read ${attack}`, async () => {
        await person.click({selector: '[part="list"] [part="entry"]', text: attack});
        await person.see({selector: 'b', within: 'dialog'}, {text: `nr. ${place}`});
        expect(await person.tab.evaluate(findHits, harmful)).toEqual([]);
        await person.press('Escape');
        await person.miss({role: 'dialog'});
      });
    }
    await person.tab.print();
    expect(await person.tab.evaluate(findHits, harmful)).toEqual([]);

    const events = (await readFeed(await subscribe(url))).filter(({startDate}) => startDate.year === year);
    const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
    expect(events.map(({summary}) => plain(summary)).sort()).toEqual(
      hostile.map(attack => plain(`${attack} (Skattestyrelsen)`)).sort(),
    );
    for (const {description} of events) expect(description).toMatch(/^Før/);
  });

  test(`${engine.name}: shows hostile forms as inert text, on their pages and in the search`, async ({
    personIn,
    site,
    demo: {url},
  }) => {
    const forms = attacks.map((attack, place) => formWith(`Før nr. ${place}${attack}`, `form-${place}`));
    site.responses = {
      '/formularer/1': {antal: forms.length, naeste: null, formularer: forms},
      '/formularer/1/myndigheder': [],
      ...Object.fromEntries(forms.map(form => [`/formularer/1/ERST/${form.permalink}`, form])),
    };
    site.html = `<!doctype html><html lang="da"><meta charset="utf-8"><title>En portal</title>${counter}
      <tavle-form api="/" authority="ERST" structured-data></tavle-form>
      <tavle-form-search api="/"></tavle-form-search>
      ${scriptTag(`${url}/embed/forms.js`)}</html>`;
    const person = await personIn(engine);
    await person.open(site.origin);
    for (const {permalink, titel} of forms) {
      await person.step(`read ${titel}`, async () => {
        await person.tab.evaluate(name => {
          document.querySelector('tavle-form')?.setAttribute('permalink', name);
        }, permalink);
        await person.see({role: 'heading', within: 'tavle-form'}, {text: titel});
        await person.miss({selector: '.waiting'});
        expect(await person.tab.evaluate(findHits, harmful)).toEqual([]);
      });
    }
  });
}

test('a page of another origin with a strict policy loads later files when needed, unless they were changed', async ({
  page,
  site,
  demo: {url},
}) => {
  site.token = await demoToken(url);
  for (const overskrift of ['Moms', 'Løn']) {
    const beskrivelse = `<p>Betal <b>${overskrift}</b> p&aring; &aelig;re</p>`;
    await deliver(url, {overskrift, beskrivelse, fristDato: '14-09-2094'});
  }
  site.headers = {'content-security-policy': `${strictPolicy(url)}; ${trustedTypes}`};
  /** Opens a portal's page with a calendar, with the pointer outside the calendar. */
  async function open(script: string, lang = 'da'): Promise<void> {
    await page.mouse.move(0, 0);
    site.html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>En portal</title>
      <tavle-calendar cvr="${havblik}" date="2094-09-14" view="list"></tavle-calendar>
      ${script} ${ownScript}</html>`;
    await page.goto(site.origin);
    await expect(page.getByRole('button', {name: /Moms /})).toBeVisible();
  }
  const problems = watchProblems(page);
  const dialog = page.getByRole('dialog');
  let later: string[] = [];
  page.on('request', request => {
    if (/\/embed\/(?!.*tavle\.js)/.test(request.url())) later.push(request.url());
  });
  const addresses = await embedAddresses(url);
  const urlsOf = (script: string, ...names: string[]) => names.map(name => script.replace('tavle.js', name));

  for (const script of [addresses.url, addresses.versionedUrl]) {
    await test.step(script, async () => {
      await open(scriptTag(script));
      expect(later).toEqual([]);
      for (const name of ['Moms', 'Løn']) {
        await page.getByRole('button', {name: new RegExp(`${name} `)}).click();
        await expect(dialog.locator('b')).toHaveText(name);
        await page.keyboard.press('Escape');
      }
      // A second request could return another file than the one whose digest was checked.
      expect(later).toEqual(urlsOf(script, 'sanitise.js'));
      later = [];
      expect(problems).toEqual([]);
    });
  }

  await test.step('a page does not run a changed file, and loads the right one when the browser is online again', async () => {
    const month = (name: string) => page.getByRole('button', {name, exact: true});
    await page.route('**/en.js*', async route => {
      const response = await route.fetch();
      await route.fulfill({response, body: `window.changed = true;${await response.text()}`});
    });
    await open(scriptTag(addresses.url), 'en');
    await expect(month('Måned')).toBeVisible();
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
    expect(problems.join()).toContain('integrity');
    await page.unroute('**/en.js*');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(month('Month')).toBeVisible();
  });

  await test.step('a page that pins the script does not run a changed sanitiser, and shows plain text', async () => {
    const known = problems.length;
    await page.route('**/sanitise.js', async route => {
      const response = await route.fetch();
      await route.fulfill({response, body: `window.changed = true;${await response.text()}`});
    });
    await open(
      scriptTag(addresses.versionedUrl, `integrity="${addresses.integrity}" crossorigin="anonymous"`),
    );
    await page.getByRole('button', {name: /Moms /}).click();
    await expect(dialog.locator('.markup')).toHaveText('Betal Moms på ære');
    await expect(dialog.locator('.markup b')).toHaveCount(0);
    expect(problems.slice(known).join()).toContain('integrity');
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
  });
});
