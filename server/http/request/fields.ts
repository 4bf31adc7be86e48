import {z} from 'zod';

import {bounds} from '../../limits/bounds.ts';

/** Messages for a value of the wrong type, or none. */
export const expected = (type: string) => ({
  error: ({input}: {input?: unknown}) =>
    input === undefined || input === null ? 'Is required.' : `Must be ${type}.`,
});

/** A text that must not be blank, of at most `most` Unicode code points. */
export const requiredText = (most: number) =>
  z
    .string(expected('text'))
    .refine(text => text.trim() !== '', 'Must not be blank.')
    .refine(text => isWithin(text, most), {error: `Must have at most ${most} characters.`, abort: true})
    .meta({maxLength: most, pattern: '\\S'});

/** Whether a text has at most `most` Unicode code points. */
export function isWithin(text: string, most: number): boolean {
  // A code point takes one or two units, so only what lies between needs counting.
  if (text.length <= most) return true;
  return text.length <= 2 * most && Array.from(text).length <= most;
}

/**
 * A list of at most `most` items; a longer one is refused before its items are checked.
 *
 * @param type What the value must be, for the message about a value of another type.
 */
export const listOf = <Item extends z.ZodType>(
  item: Item,
  type: string,
  most: number = bounds.maxListItems,
) =>
  z.preprocess(
    (value, context) =>
      Array.isArray(value) && value.length > most
        ? refuse(context, `Must have at most ${most} items.`)
        : value,
    z.array(item, expected(type)).max(most),
  );

/** Adds the message of a broken rule; for the end of a check or a transformation. */
export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({code: 'custom', message});
  return z.NEVER;
}
