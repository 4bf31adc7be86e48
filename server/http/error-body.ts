import {z} from 'zod';

/** Messages by field, each field named as the caller writes it. */
const fieldErrors = z.record(z.string(), z.array(z.string()));

/** The one body of every error. */
export const errorSchema = z.object({
  status: z.string().describe('Statuskodens navn, som HTTP har det.'),
  code: z.int().min(400).max(599).describe('HTTP-statuskoden.'),
  message: z.string().describe('Hvad der er galt, til den, der læser det.'),
  errors: fieldErrors.exactOptional().describe('Beskeder til hvert afvist felt (ved 400 og 422).'),
});

export type FieldErrors = z.infer<typeof fieldErrors>;
export type ErrorBody = z.infer<typeof errorSchema>;
