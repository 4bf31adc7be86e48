import {z} from 'zod';

/** What a change is answered with where there is nothing else to show. */
export const receiptSchema = z.object({
  status: z.enum(['OK', 'Created']).describe('Statuskodens navn.'),
  code: z.union([z.literal(200), z.literal(201)]).describe('HTTP-statuskoden.'),
});

/** The same with a message. */
export const messageSchema = receiptSchema.extend({
  message: z.string().describe('Hvad der skete, og med hvilken variant.'),
});
