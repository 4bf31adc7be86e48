import {execFile} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';

import {chromium} from './engines/chromium.ts';
import {firefox} from './engines/engines.ts';
import type {Query} from './engines/tab.ts';
import {deliver, demoToken, havblik} from './support/demo-calendar.ts';
import {scriptTag} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

const run = promisify(execFile);

interface Printed {
  readonly html: string;
  /** The user whose token the page has. Default: Anna. */
  readonly user?: string;
  /** Is visible when the page is loaded. */
  readonly ready: Query;
  /** The first is clicked before the page is printed; the second is visible after that. */
  readonly opened?: readonly [Query, Query];
  /** Texts on paper. */
  readonly texts: readonly string[];
  /** Texts that are only on the screen. */
  readonly absent: readonly string[];
}

/** No other test has deadlines in this year. */
const year = 2161;
const titles = ['Papirmoms', 'Papirafgift'];
const calendar = (view: string) =>
  `<tavle-calendar cvr="${havblik}" date="${year}-09-01" view="${view}"></tavle-calendar>`;
const toolbar = ['Liste', 'Måned', 'Abonnér'];
const entry = {selector: '[part="list"] [part="entry"]', text: 'Papirmoms'};
const table = [
  ...titles,
  `Man. 14. sep. ${year}`,
  'Skattestyrelsen',
  'Åbn en frist for at udskrive dens tekst',
];
const form = '<tavle-form authority="MST" permalink="Beregn_bidrag_for_emballage"></tavle-form>';

const pages: Readonly<Record<string, Printed>> = {
  'the dashboard with apps': {
    html: `<tavle-dashboard>
      <tavle-app name="frister" heading="Frister"><template><p>Papirindhold</p></template></tavle-app>
      <tavle-app name="cvr" heading="CVR-oplysninger"><template><p>Papirselskab</p></template></tavle-app>
    </tavle-dashboard>`,
    ready: {selector: 'p', text: 'Papirindhold'},
    texts: ['Frister', 'Papirindhold', 'CVR-oplysninger'],
    absent: ['Tilpas', 'Fortryd'],
  },
  'the calendar as month': {
    html: calendar('month'),
    ready: {selector: '.chip-title', text: 'Papirmoms'},
    texts: table,
    absent: toolbar,
  },
  'the calendar as list': {html: calendar('list'), ready: entry, texts: table, absent: toolbar},
  'the calendar as year': {
    html: calendar('year'),
    ready: {selector: '[part="year"] *', text: 'september'},
    texts: table,
    absent: toolbar,
  },
  'an open deadline': {
    html: calendar('list'),
    ready: entry,
    opened: [entry, {selector: 'b', text: 'papirtekst', within: 'dialog'}],
    texts: ['Papirmoms', 'Betal papirtekst', 'Skattestyrelsen', 'Kun den åbne frist er udskrevet.'],
    absent: [...toolbar, 'Papirafgift', 'Føj til kalender'],
  },
  deadlines: {
    html: `<tavle-deadlines cvr="${havblik}" max="40"></tavle-deadlines>`,
    ready: {selector: '[part="entry"]', text: 'Skattestyrelsen'},
    texts: ['Skattestyrelsen'],
    absent: [],
  },
  'a form': {
    html: form,
    ready: {role: 'heading', text: 'Beregn bidrag for emballage'},
    texts: ['Beregn bidrag for emballage', '(http'],
    absent: [],
  },
  'the search for forms': {
    html: '<tavle-form-search></tavle-form-search>',
    ready: {selector: '.result', text: 'Ansøg om gravetilladelse'},
    texts: ['Ansøg om gravetilladelse'],
    absent: ['Vis flere'],
  },
  'the list of the editors': {
    html: '<tavle-editorial></tavle-editorial>',
    user: 'demo-eva',
    ready: {selector: '.item', text: 'Ansøg om gravetilladelse'},
    texts: ['Ansøg om gravetilladelse'],
    absent: ['Redigér', 'Brug forslaget'],
  },
};

for (const engine of [chromium, firefox]) {
  for (const scheme of ['light', 'dark']) {
    test(`${engine.name} prints the texts of each element, without buttons, on a ${scheme} page`, async ({
      personIn,
      site,
      demo: {url},
      directory,
    }) => {
      for (const overskrift of titles) {
        const beskrivelse = '<p>Betal <b>papirtekst</b></p>';
        await deliver(url, {overskrift, beskrivelse, fristDato: `14-09-${year}`});
      }
      const person = await personIn(engine);
      for (const [name, {html, user, ready, opened, texts, absent}] of Object.entries(pages)) {
        await person.step(name, async () => {
          const token = await demoToken(url, user);
          site.html = `<!doctype html><html lang="da"><meta charset="utf-8"><title>En portal</title>
            <style>:root {color-scheme: ${scheme}; background: Canvas; color: CanvasText}</style>${html}
            ${['tavle', 'forms', 'editorial'].map(script => scriptTag(`${url}/embed/${script}.js`)).join('')}
            <script type="module">
              for (const element of document.querySelectorAll('body > *')) element.getToken = async () => '${token}';
            </script></html>`;
          await person.open(site.origin);
          await person.see(ready);
          if (opened) {
            await person.click(opened[0]);
            await person.see(opened[1]);
          }
          const file = join(directory, 'page.pdf');
          await writeFile(file, await person.tab.print());
          const {stdout} = await run('pdftotext', ['-layout', file, '-']);
          const text = stdout.replace(/\s+/g, ' ');
          for (const each of texts) expect.soft(text, name).toContain(each);
          for (const each of absent) expect.soft(text, name).not.toContain(each);
        });
      }
    });
  }
}
