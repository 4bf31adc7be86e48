/* Finds texts that show nothing or disturb a page, and ends text directions that are left open. For the fields of
 * interfaces, tokens and the portal file. Add a character that shows nothing to the exceptions in `visible`. A stricter
 * rule also refuses requests and portal files that are valid today. The number in `longMarks` is `maxCombiningMarks` +
 * 1. */

import {Tokenizer} from 'parse5';

import {ignoreTokens, modeOf} from './start-tags.ts';

/** The maximum number of combining marks in a row: browsers take seconds to lay out thousands on one letter. */
export const maxCombiningMarks = 16;

/** Matches more marks in a row than the maximum. Emoji modifiers cost as much as marks; format characters between marks do not separate them. */
const longMarks = /(?:[\p{M}\p{Emoji_Modifier}]\p{Cf}*){17}/u;

/** A character that shows something by itself. The last characters of the list look blank, although they are letters or symbols of Unicode. */
const visible =
  /[^\s\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;

/** Returns whether a text of an interface shows anything: not only white space, invisible characters and combining marks. */
export const isVisible = (text: string): boolean => visible.test(text);

/** A combining mark, or a character reference that may be one. */
const possibleMark = /[\p{M}\p{Emoji_Modifier}]|&(?:#|DownBreve|tdot|TripleDot|DotDot)/gu;

/** Returns whether a text, read as plain text and as markup, has more combining marks in a row than allowed. */
export function hasTooManyMarks(text: string): boolean {
  // Most texts need not be parsed.
  if ((text.match(possibleMark)?.length ?? 0) <= maxCombiningMarks) return false;
  return longMarks.test(text) || longMarks.test(textOf(text));
}

/** Returns the characters of markup without tags and comments: these do not separate a mark from its letter. */
function textOf(markup: string): string {
  let text = '';
  const addText = ({chars}: {chars: string}) => void (text += chars);
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      ...ignoreTokens,
      onStartTag: ({tagName}) => void (tokenizer.state = modeOf(tagName)),
      onCharacter: addText,
      onWhitespaceCharacter: addText,
    },
  );
  tokenizer.write(markup, true);
  return text;
}

const [endOfEmbedding, endOfIsolate] = ['\u202c', '\u2069'];

/**
 * Closes the bidirectional controls that a text leaves open (UAX #9), so that they do not reorder what follows the text. Removes controls
 * that close nothing in the text: they would close what surrounds it.
 */
export function closeDirections(text: string): string {
  const open: string[] = [];
  let openIsolates = 0;
  const closed = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, control => {
    if (control === endOfEmbedding) return open.at(-1) === control ? (open.pop() ?? '') : '';
    if (control !== endOfIsolate) {
      const isIsolate = control >= '\u2066';
      open.push(isIsolate ? endOfIsolate : endOfEmbedding);
      if (isIsolate) openIsolates += 1;
      return control;
    }
    if (!openIsolates) return '';
    openIsolates -= 1;
    // The end of an isolate also ends the embeddings in it.
    while (open.pop() === endOfEmbedding);
    return control;
  });
  return closed + open.reverse().join('');
}
