import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';

import {contrast} from '../client/themes/contrast.ts';
import {tabOf} from './engines/chromium.ts';
import {chromiumAndFirefox} from './engines/engines.ts';
import type {Query} from './engines/tab.ts';
import {deliver, demoToken, havblik} from './support/demo-calendar.ts';
import {scriptTag} from './support/embedding.ts';
import {Person} from './support/person.ts';
import type {PortalSite} from './support/portal-site.ts';
import {expect, test} from './support/test.ts';

const run = promisify(execFile);

interface Printed {
  readonly html: string;
  /** The query of the page's URL. */
  readonly query?: string;
  /** The user whose token the page has. Default: Anna. */
  readonly user?: string;
  /** An element that is visible when the page is loaded. */
  readonly ready: Query;
  /** An element to click before the page is printed, and an element that is visible after the click. */
  readonly opened?: readonly [Query, Query];
  /** Texts on paper. */
  readonly texts: readonly string[];
  /** Texts that are only on the screen. */
  readonly absent: readonly string[];
}

/** No other test has deadlines in this year, or expects an exact list that extends to it. */
const year = 2071;
const paragraphs = Array.from({length: 120}, (_, index) => `Afsnit ${index}.`);
const descriptions = {
  Papirmoms: '<p>Betal <b>papirtekst</b></p>',
  Papirafgift: '<p>Betal <b>papirtekst</b></p>',
  Papirbog: paragraphs.map(text => `<p>${text}</p>`).join(''),
};
const titles = Object.keys(descriptions);
const calendar = (view: string) =>
  `<tavle-calendar cvr="${havblik}" date="${year}-09-01" view="${view}"></tavle-calendar>`;
const toolbar = ['Liste', 'Måned', 'Få besked'];
const entry = {selector: '[part="list"] [part="entry"]', text: 'Papirmoms'};
const longEntry = {...entry, text: 'Papirbog'};
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
      <tavle-app name="tilskud" heading="Tilskud og puljer"></tavle-app>
      <tavle-app name="frister" heading="Frister"><template><p>Papirindhold</p></template></tavle-app>
    </tavle-dashboard>`,
    ready: {selector: 'p', text: 'Papirindhold'},
    texts: ['På dit overblik 1 Frister Papirindhold Skjult fra overblikket 1 Tilskud og puljer'],
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
    ready: {selector: '[role="status"]', text: 'ulæste'},
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
  'an open deadline of several pages': {
    html: calendar('list'),
    ready: entry,
    opened: [longEntry, {selector: 'p', text: 'Afsnit 0.', within: 'dialog'}],
    texts: [paragraphs.join(' '), 'Kun den åbne frist er udskrevet.'],
    absent: [],
  },
  deadlines: {
    html: `<tavle-deadlines cvr="${havblik}" max="40" href="https://portal.example/{id}"></tavle-deadlines>`,
    ready: {selector: '[part="entry"]', text: 'Skattestyrelsen'},
    texts: ['Skattestyrelsen'],
    absent: ['(http'],
  },
  'deadlines in a narrow column': {
    html: `<tavle-deadlines cvr="${havblik}" style="inline-size: 9em"></tavle-deadlines>`,
    ready: {selector: '[part="entry"]', text: 'Skattestyrelsen'},
    texts: ['Skattestyrelsen'],
    absent: ['…'],
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
    texts: [' formularer', 'Ansøg om gravetilladelse'],
    absent: ['Søg efter', 'Alle'],
  },
  'a search for forms of an authority': {
    html: '<tavle-form-search></tavle-form-search>',
    query: '?tavle-soeg=emballage&tavle-myndighed=MST',
    ready: {selector: '.result', text: 'Beregn bidrag for emballage'},
    texts: ['Søg efter formularer: emballage', 'Myndighed eller kommune: Miljøstyrelsen'],
    absent: [],
  },
  'the list of the editors': {
    html: '<tavle-editorial></tavle-editorial>',
    user: 'demo-eva',
    ready: {selector: '.item', text: 'Ansøg om gravetilladelse'},
    // A title may take two lines.
    texts: ['gravetilladelse', 'opgravning', 'fortov', 'ledning'],
    absent: ['…', '(http', 'Handlinger', 'Redigér', 'Brug forslaget', 'Søg i', 'Alle'],
  },
};

/** Opens a page with an element as it is to be printed. */
async function open(person: Person, site: PortalSite, url: string, printed: Printed, style: string) {
  const {html, query = '', user, ready, opened} = printed;
  const token = await demoToken(url, user);
  site.html = `<!doctype html><html lang="da"><meta charset="utf-8"><title>En portal</title>
    <style>:root {background: Canvas; color: CanvasText} ${style}</style>${html}
    ${['tavle', 'forms', 'editorial'].map(script => scriptTag(`${url}/embed/${script}.js`)).join('')}
    <script type="module">
      for (const element of document.querySelectorAll('body > *')) element.getToken = async () => '${token}';
    </script></html>`;
  await person.open(`${site.origin}/${query}`);
  await person.see(ready);
  if (opened) {
    await person.click(opened[0]);
    await person.see(opened[1]);
  }
}

async function deliverAll(url: string) {
  for (const [overskrift, beskrivelse] of Object.entries(descriptions))
    await deliver(url, {overskrift, beskrivelse, fristDato: `14-09-${year}`});
}

/** Prints the page into a file. Returns its text, with a form feed after each sheet. */
async function printedText(person: Person, file: string): Promise<string> {
  await writeFile(file, await person.tab.print());
  const {stdout} = await run('pdftotext', ['-layout', file, '-']);
  return stdout.replace(/[^\S\f]+/g, ' ');
}

for (const engine of chromiumAndFirefox) {
  for (const scheme of ['light', 'dark']) {
    test(`${engine.name} prints the texts of each element, without buttons, on a ${scheme} page`, async ({
      personIn,
      site,
      demo: {url},
      directory,
    }) => {
      await deliverAll(url);
      const person = await personIn(engine);
      for (const [name, printed] of Object.entries(pages)) {
        await person.step(name, async () => {
          await open(person, site, url, printed, `:root {color-scheme: ${scheme}}`);
          let text = '';
          // Content that loads later, such as the names of authorities, is in a later print.
          const missing = async () => {
            text = (await printedText(person, join(directory, 'page.pdf'))).replaceAll('\f', '');
            return printed.texts.filter(each => !text.includes(each));
          };
          await expect.poll(missing, name).toEqual([]);
          for (const each of printed.absent) expect.soft(text, name).not.toContain(each);
        });
      }
    });
  }

  test(`${engine.name} prints the demo’s pages and the manual without menus, and whole lines of code`, async ({
    personIn,
    demo: {url},
    directory,
  }) => {
    const file = join(directory, 'page.pdf');
    const person = await personIn(engine);
    await person.open(`${url}/demo/frister.html`);
    await person.see({selector: '.entry'});
    const calendar = await printedText(person, file);
    expect(calendar).toMatch(/Mit Virke.*Udskrevet.*opdigtet portal[^\f]*\f$/);
    expect(calendar).not.toMatch(/Overblik|Find formular|Anna/);
    await person.open(`${url}/docs/manual-guides-embed.html`);
    await person.see({role: 'heading', text: 'Content security policy'});
    const manual = await printedText(person, file);
    expect(manual).toContain("connect-src 'self' https://tavle.example.dk Wi");
    expect(manual).not.toMatch(/Search the|On this page|Copy/);
  });
}

test('text has a contrast of 4.5 on paper, in each theme, from a light and a dark page', async ({
  page,
  site,
  demo: {url},
}) => {
  await deliverAll(url);
  const themes = ['virk', 'borger', 'neutral'];
  const sheets = await Promise.all(
    ['dark', ...themes].map(name => readFile(`client/themes/${name}.css`, 'utf8')),
  );
  const person = new Person(tabOf(page));
  for (const [name, printed] of Object.entries(pages)) {
    await page.emulateMedia({media: 'screen'});
    await open(person, site, url, printed, sheets.join('').replaceAll(':where(:root)', ':where(none)'));
    await page.emulateMedia({media: 'print'});
    await expect(page.locator('button:not(.entry):visible'), name).toHaveCount(0);
    for (const theme of themes) {
      for (const scheme of ['light', 'dark']) {
        await page.evaluate(
          value => (document.documentElement.className = value),
          `tavle-${theme} ${scheme === 'dark' ? 'tavle-dark' : ''}`,
        );
        const texts = await page.evaluate(printedTexts);
        expect(texts.length, name).toBeGreaterThan(2);
        const faint = texts.filter(({colour}) => contrast(colour, [255, 255, 255]) < 4.5);
        expect.soft(faint, `${name}, ${theme}, ${scheme}`).toEqual([]);
      }
    }
  }
});

/** Returns the visible texts of the page's elements, with their colours on white paper: browsers print no backgrounds. */
function printedTexts() {
  const found: {text: string; colour: [number, number, number]}[] = [];
  const visit = (node: Node, opacity: number) => {
    if (node instanceof Element) {
      const style = getComputedStyle(node);
      if (style.display !== 'contents' && !node.checkVisibility()) return;
      const own = opacity * Number(style.opacity);
      const children =
        node.shadowRoot?.childNodes ??
        (node instanceof HTMLSlotElement ? node.assignedNodes() : node.childNodes);
      for (const child of children) visit(child, own);
      return;
    }
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (!(node instanceof Text) || !text || !parent) return;
    const [red = 0, green = 0, blue = 0, alpha = 1] = (
      getComputedStyle(parent).color.match(/[\d.]+/g) ?? []
    ).map(Number);
    const mix = (value: number) => 255 - (255 - value) * alpha * opacity;
    found.push({text, colour: [mix(red), mix(green), mix(blue)]});
  };
  for (const element of document.querySelectorAll('body > :not(script)')) visit(element, 1);
  return found;
}
