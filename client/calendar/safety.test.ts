import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';
import {openCalendar, queryAll} from '../testing/calendar-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {payloads} from '../testing/payloads.ts';
import {sanitise} from '../shared/sanitise.ts';

const hit = vi.fn();
beforeEach(() => void Object.assign(window, {hit}));
afterEach(() => {
  expect(hit).not.toHaveBeenCalled();
  Reflect.deleteProperty(window, 'hit');
});

/** Selects elements that can run, load or mislead. */
const forbidden =
  'script, style, link, meta, base, img, svg, math, iframe, object, embed, video, audio, form, input, select, button, template, [style], [id], [class], [slot], [part], [data-id], [src]';

function findUnsafeContent(root: ParentNode): string[] {
  const elements = [...root.querySelectorAll('*')];
  const withHandler = elements.filter(({attributes}) =>
    [...attributes].some(({name}) => name.startsWith('on')),
  );
  const links = [...root.querySelectorAll('a')].filter(
    link => link.href && !/^(https?|mailto|tel):/.test(link.href),
  );
  return [...root.querySelectorAll(forbidden), ...withHandler, ...links].map(element => element.outerHTML);
}

describe('markup', () => {
  it.each(payloads)('%s has no effect', payload => {
    const fragment = sanitise(`<p>Før</p>${payload}`);
    expect(findUnsafeContent(fragment)).toEqual([]);
    expect(fragment.textContent).toContain('Før');
  });

  it('removes links into the page', () => {
    const element = document.createElement('div');
    element.append(sanitise('<a href="/logud">x</a><a href="//evil.example">y</a><a href="#title">z</a>'));
    expect([...element.children].map(link => link.getAttribute('href'))).toEqual([null, null, null]);
  });
});

it.each(['month', 'list'])(
  'no field can run script or imitate the element’s texts in the %s or in the dialogs',
  async view => {
    fakeCalendar(
      ...payloads.map((payload, place) =>
        frist(place + 1, '16-12-2026', {overskrift: payload, beskrivelse: payload, afsenderNavn: payload}),
      ),
    );
    await openCalendar(`date="2026-12-16" view="${view}"`);
    await page
      .getByText(payloads[2] ?? '', {exact: true})
      .first()
      .click();
    await expect.element(page.getByRole('dialog', {name: payloads[2] ?? ''})).toBeVisible();
    await expect.element(page.getByText(`Fra ${payloads[2] ?? ''}`)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(queryAll('script, img, iframe, object, embed, style, form')).toEqual([]);
  },
);

const element = document.createElement('div');
afterEach(() => element.remove());

function show(markup: string): HTMLDivElement {
  element.replaceChildren(sanitise(markup));
  document.body.append(element);
  return element;
}

describe('markup of editors', () => {
  it.each([
    ['<ol start="3" type="a" reversed=""><li value="7">x</li></ol>', undefined],
    [
      '<ol style="list-style-type: upper-roman" start="4"><li>x</li></ol>',
      '<ol start="4" type="I"><li>x</li></ol>',
    ],
    ['<ol style="list-style-type:lower-latin;"><li>x</li></ol>', '<ol type="a"><li>x</li></ol>'],
    ['<ol style="list-style-type: lower-alpha"><li>x</li></ol>', '<ol type="a"><li>x</li></ol>'],
    [
      '10<sup>6</sup> CO<sub>2</sub> <s>før</s> <del>før</del> <ins>nu</ins> <mark>nu</mark> <q>moms</q>',
      undefined,
    ],
    [
      '<table><caption>Frister</caption><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table>',
      undefined,
    ],
    [
      '<p>Se <a href="https://skat.dk" target="_blank">skat.dk</a> <b>nu</b></p><ul><li>Moms</li></ul>',
      '<p>Se <a href="https://skat.dk" rel="noopener noreferrer nofollow">skat.dk</a> <b>nu</b></p><ul><li>Moms</li></ul>',
    ],
    [
      '<a href="tel:+4572221818">Ring</a>',
      '<a href="tel:+4572221818" rel="noopener noreferrer nofollow">Ring</a>',
    ],
    ['<details><summary>Mere</summary>Tekst</details>', '<div><p><strong>Mere</strong></p>Tekst</div>'],
    ['<h2>Moms</h2>Betal', '<p><strong>Moms</strong></p>Betal'],
    ['<section><article>a</article>b</section>', '<div><div>a</div>b</div>'],
    [
      '<style>p {}</style><!--[if mso]><p>x</p><![endif]--><xml><w:View>Normal</w:View></xml><p class="MsoNormal">Hej<o:p></o:p></p>',
      '<p>Hej</p>',
    ],
  ])('keeps the meaning of %s', (markup, shown) => {
    expect(show(markup).innerHTML).toBe(shown ?? markup);
  });
});

describe('a text without markup', () => {
  const link = (url: string, text = url) => `<a href="${url}" rel="noopener noreferrer nofollow">${text}</a>`;

  it.each([
    ['Linje 1\r\nLinje 2\n\nLinje 3 < 4 &amp; 5', 'Linje 1<br>Linje 2<br><br>Linje 3 &lt; 4 &amp; 5'],
    ['Se https://virk.dk/a?b=1&amp;c=2.', `Se ${link('https://virk.dk/a?b=1&amp;c=2')}.`],
    [
      '(www.skat.dk), https://a.dk!',
      `(${link('https://www.skat.dk', 'www.skat.dk')}), ${link('https://a.dk')}!`,
    ],
    ['&lt;https://a.dk&gt;', `&lt;${link('https://a.dk')}&gt;`],
    ['https://a.dk/"onmouseover="hit()', `${link('https://a.dk/')}"onmouseover="hit()`],
    ['javascript:hit() mailto:a@b.dk', 'javascript:hit() mailto:a@b.dk'],
  ])('keeps the lines and links of %j', (text, shown) => {
    expect(show(text).innerHTML).toBe(shown);
  });
});
