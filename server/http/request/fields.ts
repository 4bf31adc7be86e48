import {z} from 'zod';

import {bounds} from '../../limits/bounds.ts';

/** Returns the messages for a missing value and for a value of the wrong type. */
export const expected = (type: string) => ({
  error: ({input}: {input?: unknown}) =>
    input === undefined || input === null ? 'Is required.' : `Must be ${type}.`,
});

/** A text that must not be blank, of at most `max` Unicode code points. */
export const requiredText = (max: number) =>
  z
    .string(expected('text'))
    .refine(text => text.trim() !== '', 'Must not be blank.')
    .refine(text => isWithin(text, max), {error: `Must have at most ${max} characters.`, abort: true})
    .meta({maxLength: max, pattern: '\\S'});

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
