import {STATUS_CODES} from 'node:http';

import {z} from 'zod';

/** What a change is answered with where there is nothing else to show. */
export const receiptSchema = z.object({
  status: z.enum(['OK', 'Created']).describe('Name of the status code.'),
  code: z.union([z.literal(200), z.literal(201)]).describe('HTTP status code.'),
});

/** The same with a message. */
export const messageSchema = receiptSchema.extend({
  message: z.string().describe('What was done, and to which variant.'),
});

/** A receipt, with a message where there is one. */
export function receipt(code: 200 | 201, message?: string) {
  return {status: STATUS_CODES[code], code, ...(message !== undefined && {message})};
}
