import {randomUUID} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {addMonths, monthOf, toApiDate, today} from '../client/frist/model/dates.ts';
import {callerWith} from '../server/testing/certificates.ts';
import {engines} from './engines/engines.ts';
import {dashboardOf} from './support/dashboard.ts';
import {deliver, demoToken, readFeed, unsubscribe} from './support/demo-calendar.ts';
import type {ServiceProcess} from './support/process.ts';
import {sampleData} from './support/sample-data.ts';
import {expect, test} from './support/test.ts';

const appSwitch = (name: string) => ({role: 'switch', name});
const button = (name: string) => ({role: 'button', name});
const inDialog = (name: string) => ({role: 'button', name, within: 'dialog'});
const failing = {role: 'checkbox', name: 'Fejl: ingen kald går igennem'};

/** A deadline with a title that no other test has. */
function newDeadline(fristDato: string) {
  const overskrift = `Reelle ejere, ${randomUUID().slice(0, 8)}`;
  return {overskrift, beskrivelse: '<p>Mindst <strong>én gang</strong> om året.</p>', fristDato};
}

/**
 * Waits until the service has stored an app's state. The page shows a change before the service stores it, and a reload or a failure in
 * between would lose the change.
 */
async function waitForSavedState(url: string, app: string, state: string): Promise<void> {
  const dashboard = dashboardOf(url, await demoToken(url));
  await expect.poll(() => dashboard.states([app]), `the state of ${app}`).toEqual({[app]: state});
}

/** Publishes a form with a title and a suggestion that no other test has, as a supplier of the demo. */
async function publishForm({output}: ServiceProcess) {
  const [title, suggestion] = [`Anmeld ${randomUUID().slice(0, 8)}`, `ord${randomUUID().slice(0, 8)}`];
  const kmd = '26911745';
  const form = {
    udstillere: 'ERST',
    titel: title,
    formularType: 'integration-ekstern-link',
    forslagTilSoegeord: suggestion,
    publiceringsdato: '2020-01-01',
    ...{forventetDigital: 2, forventetIdriftSat: 2, forventetTilgaengelig: 2, forventetIntegreret: 2},
  };
  const path = `/dia/2/formular/${kmd}/${suggestion}`;
  const [url = ''] = /https:\/\/localhost:\d+/.exec(output.stdout) ?? [];
  const certificates = join(sampleData(), 'data/demo/certificates');
  const [ca = '', certificate = '', key = ''] = await Promise.all(
    ['ca.pem', 'kmd-a-s.pem', 'kmd-a-s.key'].map(name => readFile(join(certificates, name), 'utf8')),
  );
  const {status} = await callerWith(url, {certificate, key}, {ca})('PUT', path, form);
  expect(status).toBe(201);
  return {title, suggestion};
}

/** Returns how many published forms a word finds. */
async function countFound(url: string, word: string): Promise<number> {
  const response = await fetch(`${url}/formularer/1?soeg=${word}`);
  return ((await response.json()) as {antal: number}).antal;
}

/** Waits until the service has stored an order in which an app has the index `place`. */
async function waitForSavedPlace(url: string, app: string, place: number): Promise<void> {
  const dashboard = dashboardOf(url, await demoToken(url));
  await expect.poll(async () => (await dashboard.order()).indexOf(app), `the place of ${app}`).toBe(place);
}

for (const [index, engine] of engines.entries()) {
  test.describe(engine.name, () => {
    // All browsers deliver to the same demo, each in its own year. These years have the same weekdays.
    const year = [2096, 2103, 2108, 2114][index] ?? 0;

    // All journeys share one browser: a start takes longer than most journeys.
    test.describe.configure({mode: 'default'});

    test('a next deadline leads to the calendar', async ({personIn, demo: {url}}) => {
      const person = await personIn(engine);
      await person.step('choose it', async () => {
        await person.open(`${url}/demo/?lang=en`);
        await person.click({role: 'link', text: 'A-skat'});
      });
      await person.step('arrive at it', async () => {
        await person.arriveAt(/frister\.html\?lang=en&tavle-frist=\d+/);
        await person.see({role: 'dialog', text: 'A-skat'});
      });
    });

    test('an app is turned off, undone and, after a failure, tried again, by keyboard', async ({
      personIn,
      demo: {url},
    }) => {
      const person = await personIn(engine);
      await person.step('open the overview', async () => {
        await person.open(`${url}/demo/?panel=open`);
        await person.tabTo(button('Tilpas overblik'));
        await person.press('Enter');
        await person.see(appSwitch('Frister'), {isChecked: true});
      });
      await person.step('turn an app off; its switch keeps the focus', async () => {
        await person.tabTo(appSwitch('Frister'));
        await person.press('Space');
        await person.see({role: 'status', text: 'Frister vises ikke længere'});
        await person.see(appSwitch('Frister'), {isChecked: false, hasFocus: true});
        await waitForSavedState(url, 'frister', 'deactive');
      });
      await person.step('undo that; the focus goes to the app', async () => {
        await person.tabTo(button('Fortryd'));
        await person.press('Enter');
        await person.see(appSwitch('Frister'), {isChecked: true, hasFocus: true});
        await waitForSavedState(url, 'frister', 'active');
      });
      await person.step('try again what could not be saved', async () => {
        await person.tabTo(failing);
        await person.press('Space');
        await person.see(failing, {isChecked: true});
        await person.tabTo(appSwitch('Frister'));
        await person.press('Enter');
        await person.see({role: 'alert', text: 'Frister blev ikke fjernet'});
        await person.see(appSwitch('Frister'), {isChecked: true});
        await person.tabTo(failing);
        await person.press('Space');
        await person.see(failing, {isChecked: false});
        // The first *Prøv igen* retries the change. The second one retries the deadlines, which could not be loaded either.
        await person.tabTo(button('Prøv igen'));
        await person.press('Enter');
        await person.see(appSwitch('Frister'), {isChecked: false});
        await waitForSavedState(url, 'frister', 'deactive');
      });
      expect(await person.tab.problems()).toEqual([]);
      await person.step('find the change after a reload', async () => {
        await person.open(url);
        await person.click(button('Tilpas overblik'));
        await person.see(appSwitch('Frister'), {isChecked: false});
      });
    });

    test('two tabs agree at once', async ({personIn, demo: {url}}) => {
      const person = await personIn(engine);
      const other = await personIn(engine);
      await person.step('open two tabs', async () => {
        await person.open(url);
        await other.open(url);
        await person.click(button('Tilpas overblik'));
        await other.click(button('Tilpas overblik'));
        await other.see(appSwitch('Tilskud og puljer'), {isChecked: false});
      });
      await person.step('turn an app on in the first one', () =>
        person.click(appSwitch('Tilskud og puljer')),
      );
      await other.step('see it in the second one', async () => {
        await other.see(appSwitch('Tilskud og puljer'), {isChecked: true});
      });
    });

    test('a person changes the order of the apps, by keyboard and by pointer', async ({
      personIn,
      demo: {url},
    }) => {
      const person = await personIn(engine);
      await person.step('move an app by keys', async () => {
        await person.open(url);
        await person.tabTo(button('Tilpas overblik'));
        await person.press('Enter');
        await person.tabTo(button('Flyt Frister'));
        await person.press('Space');
        await person.see({role: 'status', text: 'Frister er klar til at blive flyttet. Plads 1 af'});
        await person.press('ArrowDown', 'Space');
        await person.see({role: 'status', text: 'Frister er flyttet til plads 2 af'});
        await person.see(button('Flyt Frister'), {hasFocus: true});
        await waitForSavedPlace(url, 'frister', 1);
      });
      await person.step('find it there after a reload, and move it back by a click', async () => {
        await person.open(url);
        await person.click(button('Tilpas overblik'));
        await person.click(button('Flyt Frister én plads tidligere'));
        await person.see({role: 'status', text: 'Frister er flyttet til plads 1 af'});
        await person.click(button('Færdig'));
        await person.see(button('Tilpas overblik'));
      });
      expect(await person.tab.problems()).toEqual([]);
    });

    test('next month’s deadline is found, read, marked, hidden and subscribed to, by keyboard', async ({
      personIn,
      demo: {url},
    }) => {
      await unsubscribe(url);
      const first = `${monthOf(addMonths(today(), 1 + index))}-01`;
      const deadline = newDeadline(toApiDate(first));
      const title = deadline.overskrift;
      await deliver(url, deadline);
      // With a second deadline, the day opens a list. A day with one deadline opens the deadline at once.
      await deliver(url, {...deadline, overskrift: 'En anden frist'});
      const person = await personIn(engine);
      const day = {selector: `td[data-date="${first}"]`};

      await person.step('find it', async () => {
        await person.open(`${url}/demo/frister.html`);
        await person.tabTo({selector: 'td[aria-selected="true"]'});
        for (let month = 0; month <= index; month += 1) await person.press('PageDown');
        await person.see(day, {text: title});
        await person.press('Control+Home');
        await person.see(day, {hasFocus: true});
      });
      await person.step('read it', async () => {
        await person.press('Enter');
        await person.tabTo(inDialog(`${title} Skattestyrelsen Ulæst`));
        await person.press('Enter');
        await person.see({role: 'heading', name: title, within: 'dialog'}, {hasFocus: true});
        await person.see({selector: '.markup', within: 'dialog'}, {text: 'Mindst én gang om året.'});
      });
      await person.step('mark it unread, and read again', async () => {
        await person.tabTo(inDialog('Markér som ulæst'));
        await person.press('Enter');
        await person.see({role: 'status', within: 'dialog', text: `Markeret som ulæst: ${title}`});
        await person.tabTo(inDialog('Markér som læst'));
        await person.press('Space');
        await person.see({role: 'status', within: 'dialog', text: `Markeret som læst: ${title}`});
      });
      await person.step('hide it, and undo that', async () => {
        await person.tabTo(inDialog('Skjul for alle'));
        await person.press('Enter');
        const text = `${title} er skjult for alle i virksomheden. Fristen gælder stadig.`;
        await person.see({role: 'status', text});
        await person.miss({role: 'dialog'});
        await person.miss({...day, text: title});
        await person.tabTo(button('Fortryd'));
        await person.press('Enter');
        await person.see(day, {text: title});
      });
      await person.step('subscribe', async () => {
        await person.tabTo(button('Få besked om frister'));
        await person.press('Enter');
        await person.tabTo(inDialog('Opret link'));
        await person.press('Enter');
        const link = await person.see(
          {role: 'textbox', name: 'Kalenderlink', within: 'dialog'},
          {value: new RegExp(`^${url}/.+\\.ics\\?paamindelse=7$`)},
        );
        // The page shows the undone change before the service has stored it.
        const summaries = async () => (await readFeed(link.value)).map(({summary}) => summary);
        await expect.poll(summaries).toContain(`${title} (Skattestyrelsen)`);
        await person.press('Escape');
        await person.see(button('Få besked om frister'), {hasFocus: true});
      });
      expect(await person.tab.problems()).toEqual([]);
    });

    test('a deadline is found in the year, by keyboard', async ({personIn, demo: {url}}) => {
      const deadline = newDeadline(`10-05-${year}`);
      const may = {role: 'button', text: `maj ${year}, `};
      await deliver(url, deadline);
      const person = await personIn(engine);
      await person.step('choose the year', async () => {
        await person.open(`${url}/demo/frister.html?tavle-dato=${year}-05-10&tavle-visning=month`);
        await person.tabTo(button('År'));
        await person.press('Enter');
        await person.see(may);
        await person.arriveAt(/tavle-visning=year/);
      });
      await person.step('go from month to month', async () => {
        await person.tabTo(may);
        await person.press('ArrowRight');
        await person.see(button(`juni ${year}, ingen frister, ingen ulæste`), {hasFocus: true});
        await person.press('ArrowLeft');
        await person.see(may, {hasFocus: true});
      });
      await person.step('open the month', async () => {
        await person.press('Enter');
        await person.see(
          {role: 'gridcell', text: `torsdag den 10. maj ${year}, `},
          {text: deadline.overskrift},
        );
      });
      expect(await person.tab.problems()).toEqual([]);
    });

    test('the calendar is a list on paper, which names its filter', async ({personIn, demo: {url}}) => {
      const deadline = newDeadline(`12-08-${year}`);
      await deliver(url, deadline);
      const person = await personIn(engine);
      await person.step('filter the month', async () => {
        await person.open(`${url}/demo/frister.html?tavle-dato=${year}-08-12&tavle-visning=month`);
        await person.click(button('Filter'));
        await person.click({role: 'checkbox', name: 'Kun ulæste'});
        await person.see(
          {role: 'gridcell', text: `søndag den 12. august ${year}, 1 frist, 1 ulæst.`},
          {text: deadline.overskrift},
        );
      });
      await person.step('print it', async () => {
        await person.tab.evaluate(() => {
          addEventListener('beforeprint', () => {
            const paper = document.querySelector('tavle-calendar')?.shadowRoot?.querySelector('.paper');
            Object.assign(window, {printed: paper?.textContent.replace(/\s+/g, ' ')});
          });
        });
        await person.tab.print();
        const printed = await person.tab.evaluate(() => (window as unknown as {printed?: string}).printed);
        expect(printed).toContain('Filter: Kun ulæste.');
        expect(printed).toContain(`Søn. 12. aug. ${year} ${deadline.overskrift} Skattestyrelsen`);
      });
      await person.step('see the month again', async () => {
        await person.see(
          {role: 'gridcell', text: `søndag den 12. august ${year}, 1 frist, 1 ulæst.`},
          {text: deadline.overskrift},
        );
        await person.miss({selector: '.paper'});
      });
      expect(await person.tab.problems()).toEqual([]);
    });

    test('a form is found, and starts in a sandboxed frame on its page', async ({personIn, demo: {url}}) => {
      const person = await personIn(engine);
      await person.step('search for it', async () => {
        await person.open(`${url}/demo/find-formular.html`);
        await person.tabTo({role: 'searchbox', name: 'Søg efter formularer'});
        await person.press(...'emballage'.split(''));
        await person.arriveAt(/tavle-soeg=emballage/);
      });
      await person.step('open its page', async () => {
        await person.tabTo({role: 'link', name: 'Beregn bidrag for emballage'});
        await person.press('Enter');
        await person.arriveAt(/\/Beregn_bidrag_for_emballage/);
        await person.see({role: 'heading', name: 'Beregn bidrag for emballage'});
        expect(await person.tab.problems()).toEqual([]);
      });
      await person.step('return to the search, and open it again', async () => {
        await person.tabTo({role: 'link', name: 'Tilbage til søgningen'});
        await person.press('Enter');
        await person.arriveAt(/find-formular/);
        await person.tabTo({role: 'link', name: 'Beregn bidrag for emballage'});
        await person.press('Enter');
        await person.arriveAt(/\/Beregn_bidrag_for_emballage/);
      });
      await person.step('start it', async () => {
        await person.tabTo(button('Beregn bidraget'));
        await person.press('Enter');
        await person.seeInFrame('iframe[title="Beregn bidrag for emballage"]', 'Her begynder løsningen');
      });
      expect(await person.tab.problems()).toEqual([]);
    });

    test('an editor uses a suggestion, undoes that, and writes keywords by which the form is found, by keyboard', async ({
      personIn,
      demo,
    }) => {
      const {url} = demo;
      const {title, suggestion} = await publishForm(demo);
      const own = `eget${randomUUID().slice(0, 8)}`;
      const person = await personIn(engine);
      const textOf = {selector: '.item', text: title};
      await person.step('find it among the new suggestions', async () => {
        await person.open(`${url}/demo/redaktion.html`);
        await person.tabTo({role: 'searchbox', name: 'Søg i titler, søgeord og forslag'});
        await person.press(...suggestion.split(''));
        await person.see({role: 'status', text: 'Viser 1 formular'});
        await person.see(textOf, {text: 'Afvis'});
        expect(await countFound(url, suggestion)).toBe(0);
      });
      await person.step('use the suggestion; the focus stays in the form', async () => {
        await person.tabTo(button('Brug'));
        await person.press('Enter');
        await person.see({role: 'status', text: `Gemt: ${title}`});
        await person.see(button('Redigér'), {hasFocus: true});
        await expect.poll(() => countFound(url, suggestion)).toBe(1);
      });
      await person.step('undo that', async () => {
        await person.tabTo(button('Fortryd'));
        await person.press('Enter');
        await person.see({role: 'status', text: `Fortrudt: ${title}`});
      });
      await person.step('write other keywords', async () => {
        await person.tabTo(button('Redigér'));
        await person.press('Enter');
        await person.see({role: 'textbox', name: 'Søgeord'}, {hasFocus: true});
        await person.press(...own.split(''));
        await person.tabTo(button('Gem'));
        await person.press('Enter');
        await person.see({role: 'status', text: `Gemt: ${title}`});
        await person.see(textOf, {text: own});
      });
      expect(await person.tab.problems()).toEqual([]);
      await expect.poll(() => countFound(url, own)).toBe(1);
    });
  });
}
