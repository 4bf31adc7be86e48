import {html, type Token, Tokenizer, type TokenHandler, TokenizerMode} from 'parse5';

/* Finds tags in markup, for the modules of this folder. `modeOf` says in which elements the content is text. Change the
 * parser only where it differs from the HTML standard. No tag that a browser would find may be missing: `script.ts`
 * looks for script only in these tags. */

/** The maximum number of attributes of a {@link StartTag}: a tag with more is divided into parts. */
const maxAttributes = 1_000;

/** A start tag in a text, or a part of one that has thousands of attributes. */
export interface StartTag {
  /** In lower case. */
  readonly name: string;
  /** The attributes, except those that an overlapping earlier tag contains. */
  readonly attributes: readonly Attribute[];
  /** The length of this part. */
  readonly length: number;
  /** Whether the text ends inside a quoted value, which later content would continue. */
  readonly hasOpenQuote: boolean;
}

export interface Attribute {
  /** In lower case. */
  readonly name: string;
  /** The source, with character references. */
  readonly source: string;
}

/**
 * Yields each `<` with a following letter as a start tag, also in comments, quoted values, and elements such as `<style>` whose content is text.
 * Browsers parse such content in different ways, and in other ways in a page, in `innerHTML` and in a template. These tags include all that any
 * browser finds.
 *
 * Tags may overlap, so callers must bound the sum of their lengths.
 */
export function* readStartTags(markup: string): Generator<StartTag, undefined> {
  /** Positions between attributes. From such a position on, an overlapping tag has the attributes that were read already. */
  const known = new Set<number>();
  let furthest = 0;
  for (const {index} of markup.matchAll(/<[a-z]/gi)) {
    if (index >= furthest) known.clear();
    let end = index;
    for (const tag of readStartTag(markup, index, known)) {
      end += tag.length;
      yield tag;
    }
    furthest = Math.max(furthest, end);
  }
}

/** Parses a tag like the tokenizer of the HTML standard, from the tag name state on (13.2.5.8 and 13.2.5.32 to 13.2.5.40). */
function* readStartTag(markup: string, start: number, known: Set<number>): Generator<StartTag, undefined> {
  const written = match(/[^\t\n\f\r />]*/y, markup, start + 1);
  const name = written.toLowerCase();
  let attributes: Attribute[] = [];
  let hasOpenQuote = false;
  let at = start + 1 + written.length;
  while (!known.has(at)) {
    known.add(at);
    at += match(/[\t\n\f\r /]*/y, markup, at).length;
    if (at >= markup.length || markup[at] === '>') break;
    const attribute = match(/=?[^\t\n\f\r />=]*/y, markup, at);
    at += attribute.length;
    const equals = match(/[\t\n\f\r ]*=[\t\n\f\r ]*/y, markup, at);
    at += equals.length;
    const {source, end, isOpen} = equals ? readValue(markup, at) : {source: '', end: at, isOpen: false};
    at = end;
    hasOpenQuote = isOpen;
    attributes.push({name: attribute.toLowerCase(), source});
    if (attributes.length === maxAttributes) {
      yield {name, attributes, length: at - start, hasOpenQuote};
      attributes = [];
      start = at;
    }
  }
  yield {name, attributes, length: at - start, hasOpenQuote};
}

function readValue(markup: string, start: number): {source: string; end: number; isOpen: boolean} {
  const quote = markup[start];
  if (quote !== '"' && quote !== "'") {
    const source = match(/[^\t\n\f\r >]*/y, markup, start);
    return {source, end: start + source.length, isOpen: false};
  }
  const close = markup.indexOf(quote, start + 1);
  const isOpen = close === -1;
  const source = markup.slice(start + 1, isOpen ? undefined : close);
  return {source, end: isOpen ? markup.length : close + 1, isOpen};
}

/** Returns the match of a sticky pattern at a position. The pattern must match the empty text. */
function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const ignore = () => undefined;

/** A token handler that ignores all tokens. */
export const ignoreTokens: TokenHandler = {
  onStartTag: ignore,
  onEndTag: ignore,
  onComment: ignore,
  onDoctype: ignore,
  onEof: ignore,
  onCharacter: ignore,
  onNullCharacter: ignore,
  onWhitespaceCharacter: ignore,
};

/** Returns the tokenizer's mode in an element: the content of some elements is text (HTML standard, 13.2.6.2 and 13.2.6.4). */
export function modeOf(name: string): (typeof TokenizerMode)[keyof typeof TokenizerMode] {
  if (name === 'textarea' || name === 'title') return TokenizerMode.RCDATA;
  if (name === 'script') return TokenizerMode.SCRIPT_DATA;
  if (name === 'plaintext') return TokenizerMode.PLAINTEXT;
  return html.hasUnescapedText(name, true) ? TokenizerMode.RAWTEXT : TokenizerMode.DATA;
}

/** Returns an attribute's value with its character references replaced, as browsers do. */
export function decodeValue(source: string): string {
  if (!source.includes('&')) return source;
  let value = '';
  const onStartTag = ({attrs}: Token.TagToken) => void (value = attrs[0]?.value ?? '');
  const tokenizer = new Tokenizer({}, {...ignoreTokens, onStartTag});
  tokenizer.write(`<a b="${source.replaceAll('"', '&quot;')}">`, true);
  return value;
}
