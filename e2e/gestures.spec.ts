import {engines} from './engines/engines.ts';
import {deliver, demoToken, havblik} from './support/demo-calendar.ts';
import {scriptTag} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

/** No other test has deadlines in this year, or expects an exact list that extends to it. */
const year = 2065;
const overskrift = 'Gestusmoms';
const calendar = `<tavle-calendar cvr="${havblik}" date="${year}-09-01" view="list"></tavle-calendar>`;

/** Returns a page with elements whose `getToken` is set, and a script. */
const pageWith = (url: string, token: string, html: string, script: string) =>
  `<!doctype html><html lang="da"><meta charset="utf-8"><title>En portal</title>${html}
  ${['tavle', 'forms'].map(name => scriptTag(`${url}/embed/${name}.js`)).join('')}
  <script type="module">
    for (const element of document.querySelectorAll('tavle-calendar, tavle-deadlines'))
      element.getToken = async () => '${token}';
    ${script}
  </script></html>`;

const links = {
  'tavle-open': {selector: '[part="entry"]'},
  'tavle-open-form': {selector: '.result a'},
  'tavle-start': {selector: '[part="start-button"]'},
};

/** Modals of a page: a `<dialog>`, and a modal of a library, which listens to the keys of the document. */
const modals = {
  'the page’s dialog': {
    html: `<dialog id="modal"><h2>En modal</h2>${calendar}</dialog>`,
    script: 'modal.showModal();',
  },
  'a modal that listens to keys': {
    html: `<div id="modal" role="dialog" aria-modal="true" tabindex="-1"><h2>En modal</h2>${calendar}</div>`,
    script: `modal.focus();
      document.addEventListener('keydown', ({key}) => {
        if (key === 'Escape') modal.hidden = true;
      });`,
  },
};

for (const engine of engines) {
  test.describe(engine.name, () => {
    test.describe.configure({mode: 'default'});

    test('a click with Control on a link is the browser’s; one without opens it once', async ({
      personIn,
      site,
      demo: {url},
    }) => {
      site.html = pageWith(
        url,
        await demoToken(url),
        `<tavle-deadlines cvr="${havblik}" href="/frist?id={id}"></tavle-deadlines><tavle-form-search></tavle-form-search>
        <tavle-form authority="ERST" permalink="Anmeld_udstationerede_medarbejdere"></tavle-form>`,
        // Prevents a new tab, which would hide this one.
        `window.opened = [];
        for (const type of ${JSON.stringify(Object.keys(links))})
          addEventListener(type, event => {
            opened.push(type);
            event.preventDefault();
          });
        addEventListener('click', event => {
          if (event.ctrlKey && !event.defaultPrevented) opened.push('browser');
          event.preventDefault();
        });`,
      );
      const person = await personIn(engine);
      await person.open(site.origin);
      const opened = () => person.tab.evaluate(() => (window as unknown as {opened: string[]}).opened);
      for (const [index, [type, link]] of Object.entries(links).entries()) {
        await person.step(type, async () => {
          await person.see(link);
          await person.click(link, true);
          await person.click(link);
          await expect.poll(opened).toHaveLength(2 * (index + 1));
          expect((await opened()).slice(-2)).toEqual(['browser', type]);
        });
      }
      expect(await person.tab.url()).toBe(`${site.origin}/`);
    });

    for (const [name, {html, script}] of Object.entries(modals)) {
      test(`Escape closes a deadline first, then ${name}`, async ({personIn, site, demo: {url}}) => {
        await deliver(url, {overskrift, beskrivelse: '<p>Betal</p>', fristDato: `14-09-${year}`});
        site.html = pageWith(url, await demoToken(url), html, script);
        const person = await personIn(engine);
        await person.open(site.origin);
        await person.step('open a deadline', async () => {
          await person.click({selector: '[part="entry"]', text: overskrift});
          await person.see({selector: '.dialog-title', text: overskrift});
        });
        await person.step('close it', async () => {
          await person.press('Escape');
          await person.miss({selector: '.dialog-title'});
          await person.see({selector: 'h2', text: 'En modal'});
        });
        await person.step('close the modal', async () => {
          await person.press('Escape');
          await person.miss({selector: 'h2'});
        });
      });
    }
  });
}
