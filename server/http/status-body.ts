import {z} from 'zod';

/** Messages by field, with the names of the interface. */
const fieldErrors = z.record(z.string(), z.array(z.string()));

/** The body of every error. */
export const errorSchema = z.object({
  status: z.string().describe('Name of the status code (RFC 9110).'),
  code: z.int().min(400).max(599).describe('HTTP status code.'),
  message: z.string().describe('What is wrong and what to do, in English.'),
  errors: fieldErrors
    .exactOptional()
    .describe('Messages for each refused field or parameter, by name. A nested field is named by its path.'),
});

export type FieldErrors = z.infer<typeof fieldErrors>;
export type ErrorBody = z.infer<typeof errorSchema>;

/** The body of a response to a change that returns no resource. */
export const statusSchema = z.object({
  status: z.enum(['OK', 'Created']).describe('Name of the status code.'),
  code: z
    .literal([200, 201])
    .meta({type: 'integer', 'x-enum-varnames': ['OK', 'CREATED'], description: 'HTTP status code.'}),
});

export const messageBodySchema = statusSchema.extend({
  message: z.string().describe('What was done, and to which variant.'),
});

export function statusBody(code: 200 | 201, message?: string) {
  return {status: code === 200 ? 'OK' : 'Created', code, ...(message !== undefined && {message})};
}
