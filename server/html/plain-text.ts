import {html, Tokenizer, TokenizerMode} from 'parse5';

import {bounds} from '../limits/bounds.ts';
import {ignoreTokens} from './start-tags.ts';

const blocks = new Set(
  [
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form',
    'h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section summary table tr ul',
  ].flatMap(names => names.split(' ')),
);

/** Control characters other than white space: calendar apps do not show them. */
// oxlint-disable-next-line no-control-regex -- These are removed.
const invisible = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

const hidden = new Set(
  'audio canvas datalist iframe noembed noframes noscript object script style template title video'.split(
    ' ',
  ),
);

/** Returns the tokenizer's mode in an element: the content of some elements is text (HTML standard, 13.2.6.2 and 13.2.6.4). */
function modeOf(name: string) {
  if (name === 'textarea' || name === 'title') return TokenizerMode.RCDATA;
  if (name === 'script') return TokenizerMode.SCRIPT_DATA;
  if (name === 'plaintext') return TokenizerMode.PLAINTEXT;
  return html.hasUnescapedText(name, true) ? TokenizerMode.RAWTEXT : TokenizerMode.DATA;
}

/** Returns the visible text of markup, in linear time: lines for blocks, dashes for list items, URLs after links. */
export function toPlainText(markup: string): string {
  const lines = createLines();
  /** The element whose content is removed, and how many of them are open. */
  let skipped: {readonly name: string; depth: number} | undefined;
  /** Whether the innermost list has an open item. */
  let isInItem = false;
  let link: {readonly url: string; readonly start: number} | undefined;

  function endLink(): void {
    if (link && link.url !== lines.textFrom(link.start)) lines.append(` (${link.url})`);
    link = undefined;
  }

  function endItem(): void {
    if (isInItem) lines.endItem();
    isInItem = false;
  }

  function separate(name: string): void {
    if (name === 'td' || name === 'th') lines.addText(' ');
    else if (blocks.has(name)) lines.startParagraph();
  }

  const addText = ({chars}: {chars: string}) => {
    if (!skipped) lines.addText(chars);
  };
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      ...ignoreTokens,
      onStartTag({tagName, attrs}) {
        tokenizer.state = modeOf(tagName);
        if (skipped) {
          if (tagName === skipped.name) skipped.depth += 1;
          return;
        }
        if (hidden.has(tagName)) {
          skipped = {name: tagName, depth: 1};
          return;
        }
        separate(tagName);
        if (tagName === 'br') lines.breakLine();
        if (tagName === 'ul' || tagName === 'ol') isInItem = false;
        if (tagName === 'li') {
          endItem();
          lines.startItem();
          isInItem = true;
        }
        if (tagName === 'a') {
          endLink();
          const url = attrs.find(({name}) => name === 'href')?.value ?? '';
          if (/^(?:https?|mailto):/i.test(url)) link = {url, start: lines.end()};
        }
      },
      onEndTag({tagName}) {
        if (skipped) {
          if (tagName === skipped.name) skipped.depth -= 1;
          if (skipped.depth === 0) skipped = undefined;
          return;
        }
        if (tagName === 'a') endLink();
        if (tagName === 'li' || tagName === 'ul' || tagName === 'ol') endItem();
        separate(tagName);
      },
      onEof: endLink,
      onCharacter: addText,
      onWhitespaceCharacter: addText,
    },
  );
  tokenizer.write(markup, true);
  return lines.text().slice(0, bounds.maxPlainTextLength);
}

/** Collects text without white space at its ends, with single spaces, and with at most one empty line between paragraphs. */
function createLines() {
  const parts: string[] = [];
  /** The white space before the next word. */
  let gap: '' | ' ' | '\n' | '\n\n' = '';
  let bullet = '';

  return {
    append: (text: string) => void parts.push(text),
    text: () => parts.join(''),
    /** Returns an argument for `textFrom`. */
    end: () => parts.length,
    textFrom: (place: number) => parts.slice(place).join('').trim(),

    addText(source: string): void {
      const text = source.replace(invisible, '');
      const words = text.trim();
      if (words === '' || /^\s/.test(text)) gap ||= ' ';
      if (words === '') return;
      if (parts.length > 0) parts.push(gap);
      parts.push(bullet, words.replace(/\s+/g, ' '));
      gap = /\s$/.test(text) ? ' ' : '';
      bullet = '';
    },

    /** Adds a line break; two of them make an empty line. */
    breakLine(): void {
      if (bullet === '') gap = gap.startsWith('\n') ? '\n\n' : '\n';
    },

    startParagraph(): void {
      if (bullet === '') gap = '\n\n';
    },

    /** Starts a list item on a new line. */
    startItem(): void {
      if (!gap.startsWith('\n')) gap = '\n';
      bullet = '- ';
    },

    /** Ends a list item, without an empty line for blocks in it. */
    endItem(): void {
      gap = '\n';
      bullet = '';
    },
  };
}
