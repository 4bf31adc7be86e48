import type {z} from 'zod';

import {bounds} from '../../limits/bounds.ts';
import type {FieldErrors} from '../response/status-body.ts';
import {fieldNames, Problem, ruleBroken} from '../response/problem.ts';

type Body = Record<string, unknown>;

const wrongTypes: readonly string[] = ['invalid_type', 'invalid_union'];

/**
 * Checks the fields of a body and returns them as the schema's output.
 *
 * @param otherErrors Broken rules that no schema can state, such as those between two fields. A field's own errors replace them.
 * @throws {Problem} naming every invalid field at once, a nested one by its path (`urlTilLovstof[1].url`): 400 where any has
 *   the wrong type, otherwise 422. A field that is missing or null does not have the wrong type.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  body: Body,
  otherErrors?: FieldErrors,
): z.output<Schema> {
  return outputOf(schema.safeParse(body), body, otherErrors);
}

/** The same for schemas with checks that take turns with other work. */
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

function messagesByPath(issues: readonly z.core.$ZodIssue[]): FieldErrors {
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

/** Writes `['urlTilLovstof', 1, 'url']` as `urlTilLovstof[1].url`. */
function describePath([field, ...inside]: readonly PropertyKey[]): string {
  const parts = inside.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return String(field) + parts.join('');
}

function hasWrongType({code, path}: z.core.$ZodIssue, body: unknown): boolean {
  if (!wrongTypes.includes(code)) return false;
  const value = path.reduce<unknown>((outer, part) => (outer as Record<PropertyKey, unknown>)[part], body);
  return value !== undefined && value !== null;
}
