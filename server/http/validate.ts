import type {z} from 'zod';

import {bounds} from '../bounds.ts';
import {type FieldErrors, fieldNames, Problem, ruleBroken} from '../problem.ts';

/* Checks bodies against schemas, for the routes and for handlers whose rules depend on stored data. Such handlers pass
 * their findings in `otherErrors`. One response must name all invalid fields: 400 if any has the wrong type (`wrongTypes`),
 * otherwise 422. */

type Body = Record<string, unknown>;

const wrongTypes: readonly string[] = ['invalid_type', 'invalid_union'];

/**
 * Checks the fields of a body and returns the schema's output.
 *
 * @param otherErrors Errors that no schema can express, such as those of two fields together. The schema's errors of a field replace them.
 * @throws {Problem} that names all invalid fields, nested ones by their paths (`urlTilLovstof[1].url`): 400 if any has the wrong type,
 *   otherwise 422. A missing or null field does not have the wrong type.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  body: Body,
  otherErrors?: FieldErrors,
): z.output<Schema> {
  return outputOf(schema.safeParse(body), body, otherErrors);
}

/** {@link validate} for schemas with asynchronous checks. */
export async function validateAsync<Schema extends z.ZodType>(
  schema: Schema,
  body: Body,
  otherErrors?: FieldErrors,
): Promise<z.output<Schema>> {
  return outputOf(await schema.safeParseAsync(body), body, otherErrors);
}

function outputOf<Output>(
  result: z.ZodSafeParseResult<Output>,
  body: Body,
  otherErrors: FieldErrors = {},
): Output {
  if (result.success) {
    if (Object.keys(otherErrors).length) throw ruleBroken(otherErrors);
    return result.data;
  }

  const {issues} = result.error;
  const errors = {...otherErrors, ...messagesByPath(issues)};
  if (!issues.some(issue => hasWrongType(issue, body))) throw ruleBroken(errors);
  throw new Problem(400, `A field has the wrong type: see ${fieldNames(errors)}.`, {errors});
}

/** Returns the messages of a schema by field, a few for each. */
export function messagesByPath(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  const counts = new Map<PropertyKey | undefined, number>();
  for (const {path, message} of issues) {
    const count = counts.get(path[0]) ?? 0;
    if (count === bounds.maxMessagesPerField) continue;
    counts.set(path[0], count + 1);
    (errors[describePath(path)] ??= []).push(message);
  }
  return errors;
}

/** Formats `['urlTilLovstof', 1, 'url']` as `urlTilLovstof[1].url`. */
function describePath([field, ...inside]: readonly PropertyKey[]): string {
  const parts = inside.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return String(field) + parts.join('');
}

function hasWrongType({code, path}: z.core.$ZodIssue, body: unknown): boolean {
  if (!wrongTypes.includes(code)) return false;
  const value = path.reduce<unknown>((outer, part) => (outer as Record<PropertyKey, unknown>)[part], body);
  return value !== undefined && value !== null;
}
