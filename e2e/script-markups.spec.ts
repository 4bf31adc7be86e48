import fc from 'fast-check';
import type {Page} from 'playwright/test';

import {findScript} from '../server/html/script.ts';
import {harmlessMarkups, scriptMarkups} from '../server/html/testing/script-markups.ts';
import {isThorough} from '../server/testing/thoroughness.ts';
import {expect, test} from './support/test.ts';

/** How a portal may show what it read from the registry. */
const ways = ['server page', 'innerHTML', 'template', 'range'] as const;
type Way = (typeof ways)[number];

/** How many markups one page shows. */
const batchLength = 200;

/** Notes attacks that work: each calls `hit` with its place. Nothing leaves the page; script URLs do not count as navigation and still run. */
const counter = `<script>
  window.hits = new Set();
  window.hit = place => parent.hits.add(place);
  navigation.addEventListener('navigate', event => event.preventDefault());
</script>`;

const origin = 'https://portal.example.dk/';

/** Opens an empty page; what it loads later fails at once. */
async function openPage(page: Page): Promise<void> {
  const body = `<!doctype html>${counter}<body>`;
  await page.context().setOffline(false);
  await page.route(origin, route => route.fulfill({contentType: 'text/html', body}), {times: 1});
  await page.goto(origin);
  await page.context().setOffline(true);
}

/** Shows markups on one page in one way, uses all that is on it, and returns those that ran. */
async function findHits(page: Page, way: Way, markups: readonly string[]): Promise<unknown[]> {
  await openPage(page);
  const numbered = markups.map((markup, place) => markup.replaceAll('hit()', `hit(${place})`));
  await page.evaluate(show, {way, markups: numbered, counter});
  await page.evaluate(useAll);
  const hits = await page.evaluate(() => [...(window as unknown as {hits: Set<number>}).hits]);
  return hits.map(place => markups[place] ?? `One of ${markups.join('\n')}`);
}

/** Runs in the page. */
async function show({way, markups, counter}: {way: Way; markups: readonly string[]; counter: string}) {
  const loads: Promise<unknown>[] = [];
  for (const markup of markups) {
    const place = document.createElement(way === 'server page' ? 'iframe' : 'div');
    if (place instanceof HTMLIFrameElement) {
      // A separate document, parsed like one that comes from a server.
      place.srcdoc = `<!doctype html>${counter}<body>${markup}`;
      loads.push(new Promise(resolve => place.addEventListener('load', resolve)));
    }
    document.body.append(place);
    if (way === 'innerHTML') {
      place.innerHTML = markup;
    } else if (way === 'template') {
      // As Lit's unsafeHTML and most frameworks do.
      const template = document.createElement('template');
      template.innerHTML = markup;
      place.append(document.importNode(template.content, true));
    } else if (way === 'range') {
      place.append(document.createRange().createContextualFragment(markup));
    }
  }
  await Promise.all(loads);
}

/** Runs in the page: does what a person could do to each element, and gives pictures, media and animations time to fail or begin. */
async function useAll(): Promise<void> {
  const events = ['mouseover', 'pointerdown', 'click', 'focusin', 'keydown', 'toggle', 'load'];
  const frames = [...document.querySelectorAll('iframe')].flatMap(
    ({contentDocument}) => contentDocument ?? [],
  );
  for (const shown of [document, ...frames]) {
    for (const element of shown.querySelectorAll<HTMLElement>('html, body, body *')) {
      for (const type of events) {
        element.dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true}));
      }
      if ('focus' in element) element.focus({preventScroll: true});
    }
    await Promise.allSettled([...shown.images].map(image => image.decode()));
  }
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
}

/** Pieces that hide tags and values from a parser, and what an attack consists of. */
const pieces = [
  ...[
    `<p> </p> " ' > /> < </ <!-- --> --!> <! <? = <style> </style> <title> </title> <textarea>`,
    '</textarea> <noscript> </noscript> <xmp> </xmp> <select> <option> <table> <td> <svg> </svg>',
    '<math> <mi> <foreignObject> <template> </template> <![CDATA[ ]]> <plaintext> onerror="hit()"',
    'javascript:hit() java &#9; &Tab; script:hit() <script> hit() </script> &#106; &colon;',
  ].flatMap(some => some.split(' ')),
  ...[
    '<b x="',
    "<i y='",
    ' ',
    '\n',
    '<a href="',
    '<a href=',
    '<img src=x ',
    '<img src=x/',
    'onerror=hit() ',
    ' onclick=hit() ',
    '\0',
    '\x0b',
    '\x0c',
    '<animate attributeName=href values="',
  ],
];

function randomMarkups(count: number): string[] {
  const markup = fc.array(fc.constantFrom(...pieces), {minLength: 3, maxLength: 14}).map(all => all.join(''));
  const mutated = fc
    .tuple(fc.constantFrom(...scriptMarkups), fc.nat(), fc.nat({max: 4}), fc.constantFrom('', ...pieces))
    .map(([attack, place, removed, added]) => {
      const at = place % (attack.length + 1);
      return attack.slice(0, at) + added + attack.slice(at + removed);
    });
  return fc.sample(fc.oneof(markup, mutated), {numRuns: count, seed: 1});
}

const attacks = [
  '<img src=x onerror=hit()>',
  '<select><img src=x onerror=hit()></select>',
  '<a href="jav&#x09;ascript:hit()">x</a>',
  '<p onclick="hit()">x</p>',
  '<input autofocus onfocus=hit()>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s></svg>',
  '<style></style><svg><style><img src=x onerror=hit()></style></svg>',
];

for (const way of ways) {
  test(`no markup that the fields without JavaScript accept runs script, shown as ${way}, and attacks are noticed`, async ({
    page,
  }) => {
    const random = randomMarkups(isThorough ? 2_000 : 200);
    const accepted = [...scriptMarkups, ...harmlessMarkups, ...random].filter(
      markup => findScript(markup) === undefined,
    );
    expect(accepted.length).toBeGreaterThan(80);
    for (let start = 0; start < accepted.length; start += batchLength)
      expect(await findHits(page, way, accepted.slice(start, start + batchLength))).toEqual([]);

    expect(attacks.filter(attack => findScript(attack) === undefined)).toEqual([]);
    expect((await findHits(page, way, attacks)).sort()).toEqual([...attacks].sort());
  });
}
