import {type Token, Tokenizer} from 'parse5';

import {bounds} from '../bounds.ts';
import {createLines, createMarkers, type NextMarker} from './lines.ts';
import {ignoreTokens, modeOf} from './start-tags.ts';
import {closeDirections} from './visible-text.ts';

/* The plain text of markup, for calendar feeds, the search for forms, and the check that a description shows something.
 * Add an element to `blocks`, `hidden` or `rewrites`. Deadlines store the result: a change affects only those that are
 * written later. The time must stay linear in the length of the markup. */

const blocks = new Set(
  [
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form',
    'h1 h2 h3 h4 h5 h6 header hr legend main nav ol p pre section summary table ul',
  ].flatMap(names => names.split(' ')),
);

/** Elements whose content is left out: Tavle's elements do not show it either. */
const hidden = new Set(
  'audio canvas datalist iframe math noembed noframes noscript object script style svg template title video xml'.split(
    ' ',
  ),
);

/** How to write the text of elements that change its meaning: `m<sup>2</sup>` is not m2. */
const rewrites: Readonly<Record<string, (text: string) => string>> = {
  sup: text => toScript(text, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾', '^'),
  sub: text => toScript(text, '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎', '_'),
  del: text => `~~${text}~~`,
  s: text => `~~${text}~~`,
  strike: text => `~~${text}~~`,
  q: text => `”${text}”`,
};

/** Returns a text in super- or subscript characters, or with a sign before it if a character has no such form. */
function toScript(text: string, scripts: string, sign: string): string {
  if (/^[\d+\-=()]+$/.test(text))
    return text.replace(/./g, each => scripts['0123456789+-=()'.indexOf(each)] ?? '');
  return text.length === 1 ? sign + text : `${sign}(${text})`;
}

const lineBreaks = /\r\n?|[\n\x85\u2028\u2029]/g;

/**
 * Returns the visible text of the markup of a deadline or a form, in linear time and cut at `bounds.maxPlainTextLength`. Writes lines for blocks and
 * table rows, numbers and dashes for list items, and the target of each link after it. Markup without tags keeps its line breaks.
 *
 * @param hasTargets Whether to write the targets of links.
 */
export function toPlainText(markup: string, hasTargets = true): string {
  const lines = createLines();
  /** The element whose content is being removed, and how many open elements have its name. */
  let skipped: {readonly name: string; depth: number} | undefined;
  const lists: {readonly nextMarker: NextMarker; hasOpenItem: boolean}[] = [];
  /** Open elements of {@link rewrites}, and where their text starts. */
  const rewritten: {readonly name: string; readonly start: number}[] = [];
  let link: {readonly target: string; readonly start: number} | undefined;
  let openPres = 0;

  function endLink(): void {
    if (link && link.target !== lines.textFrom(link.start)) lines.append(` (${link.target})`);
    link = undefined;
  }

  function endItem(): void {
    const list = lists.at(-1);
    if (list?.hasOpenItem) lines.endItem();
    if (list) list.hasOpenItem = false;
  }

  const addText = ({chars}: {chars: string}) => {
    if (skipped) return;
    for (const [place, line] of (openPres ? chars.split('\n') : [chars]).entries()) {
      if (place) lines.breakLine();
      lines.addText(line);
    }
  };

  function startElement({tagName, attrs, selfClosing}: Token.TagToken): void {
    const attributes = new Map(attrs.map(({name, value}) => [name, value]));
    const isList = tagName === 'ul' || tagName === 'ol';
    if (isList && lists.length) lines.endItem();
    else if (blocks.has(tagName)) lines.startParagraph();
    if (tagName in rewrites) rewritten.push({name: tagName, start: lines.end()});
    if (tagName === 'br') lines.breakLine();
    if (tagName === 'pre') openPres += 1;
    if (tagName === 'tr') lines.startRow();
    if (tagName === 'td' || tagName === 'th') lines.startCell();
    if (tagName === 'li') endItem();
    if (isList || (tagName === 'li' && !lists.length)) {
      lists.push({nextMarker: createMarkers(tagName, attributes), hasOpenItem: false});
    }
    const list = lists.at(-1);
    if (tagName === 'li' && list) {
      lines.startItem(list.nextMarker(attributes.get('value')), lists.length - 1);
      list.hasOpenItem = true;
    }
    if (tagName === 'a' && hasTargets) {
      endLink();
      const url = attributes.get('href')?.trim() ?? '';
      const target = url.replace(/^(?:mailto|tel):([^?]*).*/is, '$1');
      if (target !== url || /^https?:/i.test(url)) link = {target, start: lines.end()};
    }
    const isEmpty = selfClosing && (tagName === 'svg' || tagName === 'math');
    if (hidden.has(tagName) && !isEmpty) skipped = {name: tagName, depth: 1};
  }

  function endElement(tagName: string): void {
    const place = rewritten.findLastIndex(({name}) => name === tagName);
    const rewrite = rewrites[tagName];
    const [opened] = place === -1 ? [] : rewritten.splice(place);
    if (opened && rewrite) lines.rewriteFrom(opened.start, rewrite);
    if (tagName === 'a') endLink();
    if (tagName === 'pre' && openPres) openPres -= 1;
    if (tagName === 'tr' || tagName === 'table') lines.startRow();
    if (tagName === 'td' || tagName === 'th') lines.endCell();
    const isList = tagName === 'ul' || tagName === 'ol';
    if (isList || tagName === 'li') endItem();
    if (isList) lists.pop();
    if (isList && lists.length) lines.endItem();
    else if (blocks.has(tagName)) lines.startParagraph();
  }

  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      ...ignoreTokens,
      onStartTag(tag) {
        tokenizer.state = modeOf(tag.tagName);
        if (!skipped) startElement(tag);
        else if (tag.tagName === skipped.name) skipped.depth += 1;
      },
      onEndTag({tagName}) {
        if (!skipped) endElement(tagName);
        else if (tagName === skipped.name) skipped.depth -= 1;
        if (skipped?.depth === 0) skipped = undefined;
      },
      onEof: endLink,
      onCharacter: addText,
      onWhitespaceCharacter: addText,
    },
  );
  tokenizer.write(/<[a-z!/?]/i.test(markup) ? markup : markup.replace(lineBreaks, '<br>'), true);
  return closeDirections(lines.text().slice(0, bounds.maxPlainTextLength).toWellFormed());
}
