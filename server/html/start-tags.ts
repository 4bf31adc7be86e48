import {type Token, Tokenizer, type TokenHandler} from 'parse5';

/** How many attributes are read at a time. */
const maxAttributes = 1_000;

/**
 * A start tag as the text has it: neither an end tag, nor a text, nor a comment is looked at. One with thousands of attributes
 * comes in several parts.
 */
export interface StartTag {
  /** In lower case. */
  readonly name: string;
  /** Without those that an earlier tag has too, because the two overlap. */
  readonly attributes: readonly Attribute[];
  /** Of this part. */
  readonly length: number;
  /** Whether the text ends within a quoted value, so that the quotation mark is closed by whatever follows the text. */
  readonly hasOpenQuote: boolean;
}

export interface Attribute {
  /** In lower case. */
  readonly name: string;
  /** With its character references, as the text has it. */
  readonly source: string;
}

/**
 * Reads each `<` that a letter follows as a start tag, wherever it is: also within comments, quoted values, and elements such as
 * `<style>` whose content is text. Browsers differ in what they take for such content, and one document is read differently
 * as a page, as `innerHTML` and as a template; each tag that any of them sees is among these.
 *
 * Tags may overlap, so callers must bound the sum of their lengths.
 */
export function* readStartTags(markup: string): Generator<StartTag, undefined> {
  /** Places between attributes: what follows one of them is the same in each tag that gets there. */
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

/** Reads one tag as the tokenizer of the HTML standard does, from the tag name state on (13.2.5.8 and 13.2.5.32 to 13.2.5.40). */
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

/** Returns what a sticky pattern finds at a place; it must match the empty text. */
function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const ignore = () => undefined;

/** What a tokenizer does with tokens that nobody wants. */
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

/** Returns an attribute's value with its character references replaced, as browsers do. */
export function decodeValue(source: string): string {
  if (!source.includes('&')) return source;
  let value = '';
  const onStartTag = ({attrs}: Token.TagToken) => void (value = attrs[0]?.value ?? '');
  const tokenizer = new Tokenizer({}, {...ignoreTokens, onStartTag});
  tokenizer.write(`<a b="${source.replaceAll('"', '&quot;')}">`, true);
  return value;
}
