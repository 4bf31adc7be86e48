import type {z} from 'zod';

import type {FieldErrors} from './error-body.ts';
import {Problem, ruleBroken} from './problem.ts';

const wrongTypes: readonly string[] = ['invalid_type', 'invalid_union'];

/**
 * Checks the fields of a body and gives them back as the schema has them.
 *
 * @throws {Problem} naming every broken field at once: 400 where any has the wrong type, else 422.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  body: Record<string, unknown>,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;

  const errors: FieldErrors = {};
  let wrongType = false;
  for (const {path, code, message} of result.error.issues) {
    const field = String(path[0]);
    (errors[field] ??= []).push(message);
    wrongType ||= wrongTypes.includes(code) && body[field] !== undefined && body[field] !== null;
  }
  if (!wrongType) throw ruleBroken(errors);
  throw new Problem(400, `Wrong data type: see ${Object.keys(errors).join(', ')}.`, {errors});
}
