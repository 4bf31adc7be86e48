import {z} from 'zod';

/** Messages for a value of the wrong type, or none. */
export const expected = (type: string) => ({
  error: ({input}: {input?: unknown}) =>
    input === undefined || input === null ? 'Is required.' : `Must be ${type}.`,
});

/** A text that may not be blank, of at most `most` Unicode code points. */
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
