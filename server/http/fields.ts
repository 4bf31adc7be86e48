import {z} from 'zod';

import {closeDirections, hasTooManyMarks, isVisible, maxCombiningMarks} from '../html/visible-text.ts';
import {bounds} from '../bounds.ts';

/** Returns the messages for a missing value and for a value of the wrong type. */
export const expected = (type: string) => ({
  error: ({input}: {input?: unknown}) =>
    input === undefined || input === null ? 'Is required.' : `Must be ${type}.`,
});

/** A text of at most `max` Unicode code points, with few combining marks in a row; it may be blank. */
export const boundedText = (max: number) => withBounds(z.string(expected('text')), max);

/** A plain text that shows something, of at most `max` Unicode code points. Its bidirectional controls end with it. */
export const requiredText = (max: number) => {
  // Longer texts are refused: the closing controls make them longer.
  const schema = z
    .string(expected('text'))
    .overwrite(text => (text.length > 2 * max ? text : closeDirections(text)));
  return withBounds(schema.refine(isVisible, 'Must not be blank.'), max).meta({pattern: '\\S'});
};

const withBounds = (schema: z.ZodString, max: number) =>
  schema
    .refine(text => isWithin(text, max), {error: `Must have at most ${max} characters.`, abort: true})
    .refine(
      text => !hasTooManyMarks(text),
      `Must not have more than ${maxCombiningMarks} combining marks in a row.`,
    )
    .meta({maxLength: max});

/** Returns whether a text has at most `max` Unicode code points. */
export function isWithin(text: string, max: number): boolean {
  // A code point has one or two units, so only lengths in between need counting.
  if (text.length <= max) return true;
  return text.length <= 2 * max && Array.from(text).length <= max;
}

/**
 * A list of at most `max` items; a longer one is refused before its items are checked.
 *
 * @param type What the value must be, for the message about a value of another type.
 */
export const listOf = <Item extends z.ZodType>(item: Item, type: string, max: number = bounds.maxListItems) =>
  z.preprocess(
    (value, context) =>
      Array.isArray(value) && value.length > max ? refuse(context, `Must have at most ${max} items.`) : value,
    z.array(item, expected(type)).max(max),
  );

/** Adds the message of a broken rule. Its result ends a check or a transformation. */
export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({code: 'custom', message});
  return z.NEVER;
}
