import type {z} from 'zod';

import {findExcess} from './weight.ts';

/** Adds the bounds on markup to a text's rules. Markup that exceeds them is not checked any further. */
export const markupText = (schema: z.ZodString) =>
  schema.superRefine((value, context) => {
    const message = findExcess(value);
    if (message !== undefined) context.addIssue({code: 'custom', message, continue: false});
  });
