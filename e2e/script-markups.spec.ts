import {findScript} from '../server/html/script.ts';
import {harmlessMarkups, scriptMarkups} from '../server/html/testing/script-markups.ts';
import {isThorough} from '../server/testing/thoroughness.ts';
import {chromiumAndFirefox} from './engines/engines.ts';
import type {Browser} from './engines/tab.ts';
import {expect, test} from './support/test.ts';

/** The ways in which a portal may show markup from the registry. */
const ways = ['server page', 'innerHTML', 'template', 'range'] as const;
type Way = (typeof ways)[number];

/** Markups to show on one page, in which attacks call `hit` with the index of their markup. */
function batchOf(way: Way, markups: readonly string[]) {
  return {way, markups: markups.map((markup, place) => markup.replaceAll('hit()', `hit(${place})`))};
}

/**
 * Records successful attacks: each calls `hit` with its index. Prevents navigation, except to script URLs, which run.
 */
const counter = `<script>
  window.hits = new Set();
  window.hit = place => parent.hits.add(place);
  const isScript = url => /^javascript:/.test(URL.canParse(url, 'https://a') && new URL(url, 'https://a').href);
  addEventListener('click', event => {
    const link = event.target.closest?.('a, area');
    if (link && !isScript(link.href?.animVal ?? link.href)) event.preventDefault();
  });
  addEventListener('submit', event => {
    if (!isScript((event.submitter?.hasAttribute('formaction') ? event.submitter.formAction : event.target.action))) event.preventDefault();
  });
  // Other kinds of navigation, in browsers with the Navigation API.
  window.navigation?.addEventListener('navigate', event => event.preventDefault());
</script>`;

/** Runs in the page. @param counter The script of {@link counter}. */
async function show({
  way,
  markups,
  counter,
}: ReturnType<typeof batchOf> & {readonly counter: string}): Promise<void> {
  const loads: Promise<unknown>[] = [];
  for (const markup of markups) {
    const place = document.createElement(way === 'server page' ? 'iframe' : 'div');
    if (place instanceof HTMLIFrameElement) {
      // A separate document, parsed like one from a server.
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

/** Runs in the page: dispatches a person's events on each element, and waits for pictures, media and animations to fail or start. */
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

/** The number of markups on a page. */
const batchLength = 200;

/** Shows markups in one way on a new page, interacts with every element, and returns the markups that ran script. */
async function findHits(
  browser: Browser,
  origin: string,
  way: Way,
  markups: readonly string[],
): Promise<string[]> {
  // A new tab each time: Puppeteer mistakes a navigation that an attack has started for its own.
  const tab = await browser.openTab();
  await tab.goto(origin);
  await tab.evaluate(show, {...batchOf(way, markups), counter});
  await tab.evaluate(useAll);
  const hits = await tab.evaluate(() => [...(window as unknown as {hits: Set<number>}).hits]);
  await tab.close();
  return hits.map(place => markups[place] ?? `One of ${markups.join('\n')}`);
}

/** Pieces that hide tags and values from a parser, and pieces of attacks. */
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

async function randomMarkups(count: number): Promise<string[]> {
  const {default: fc} = await import('fast-check');
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

for (const engine of chromiumAndFirefox) {
  test(`${engine.name}: no markup that the fields without JavaScript accept runs script, however it is shown, and attacks are detected`, async ({
    startBrowser,
    site,
  }) => {
    const random = await randomMarkups(isThorough ? 2_000 : 200);
    const accepted = [...scriptMarkups, ...harmlessMarkups, ...random].filter(
      markup => findScript(markup) === undefined,
    );
    expect(accepted.length).toBeGreaterThan(80);
    expect(attacks.filter(attack => findScript(attack) === undefined)).toEqual([]);
    const acceptedPages = Array.from({length: Math.ceil(accepted.length / batchLength)}, (_, page) =>
      accepted.slice(page * batchLength, (page + 1) * batchLength),
    );
    site.html = `<!doctype html><meta charset="utf-8">${counter}<body>`;
    const browser = await startBrowser(engine);
    for (const way of ways) {
      await test.step(way, async () => {
        for (const markups of acceptedPages)
          expect(await findHits(browser, site.origin, way, markups)).toEqual([]);
        expect((await findHits(browser, site.origin, way, attacks)).sort()).toEqual([...attacks].sort());
      });
    }
  });
}
