/* Errors with an HTTP status, the bodies of errors, and the bodies that report only a status, for all handlers. Add an
 * error that several handlers throw as a function, like `nothingHere`; others belong where they are thrown. The keys of
 * the bodies and the names of their schemas are public. */

import {STATUS_CODES} from 'node:http';

import {z} from 'zod';

/** Messages by field, with the names of the interface. */
const fieldErrors = z.record(z.string(), z.array(z.string()));

/** The body of every error, in all interfaces: `docs/reference/api.md` documents it. */
export const errorSchema = z
  .object({
    status: z.string().describe('Name of the status code (RFC 9110).'),
    code: z.int().min(400).max(599).describe('HTTP status code.'),
    message: z.string().describe('What is wrong and what to do, in English.'),
    errors: fieldErrors
      .exactOptional()
      .describe(
        'Messages for each refused field or parameter, by name. A nested field is named by its path.',
      ),
  })
  .meta({id: 'Fejl'});

export type FieldErrors = z.infer<typeof fieldErrors>;
export type ErrorBody = z.infer<typeof errorSchema>;

/** The body of a response to a change that returns no resource. */
export const statusSchema = z
  .object({
    status: z.enum(['OK', 'Created']).describe('Name of the status code.'),
    code: z
      .literal([200, 201])
      .meta({type: 'integer', 'x-enum-varnames': ['OK', 'CREATED'], description: 'HTTP status code.'}),
  })
  .meta({id: 'Kvittering'});

export const messageBodySchema = statusSchema
  .extend({message: z.string().describe('Which variant was created, changed or deleted.')})
  .meta({id: 'Besked'});

export function statusBody(code: 200 | 201, message?: string) {
  return {status: code === 200 ? 'OK' : 'Created', code, ...(message !== undefined && {message})};
}

/** The response of an operation that returns only its status, without a description. */
export const statusResponse = {schema: statusSchema, example: statusBody(200)};

/** How many fields the message of an error names. `errors` has all of them. */
const maxNamedFields = 10;

interface ProblemDetails {
  readonly errors?: FieldErrors;
  readonly headers?: Record<string, string>;
  readonly cause?: unknown;
  /** Replaces the message in the log, if the message differs between requests. */
  readonly reason?: string;
}

/** An error response, which a handler and the functions that it calls can throw. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  /** The text in the log, which is the same for the same kind of problem. */
  readonly reason: string;

  constructor(
    code: number,
    message: string,
    {errors, headers = {}, cause, reason = message}: ProblemDetails = {},
  ) {
    super(message, {cause});
    this.code = code;
    this.errors = errors;
    this.headers = headers;
    this.reason = reason;
  }
}

export function errorBody(code: number, message: string, errors?: FieldErrors): ErrorBody {
  return {status: STATUS_CODES[code] ?? 'Error', code, message, ...(errors && {errors})};
}

/** A 404 for a URL at which nothing exists. */
export const nothingHere = () => new Problem(404, 'There is nothing at this URL.');

/** A 422 that names the fields which break a rule. */
export function ruleBroken(errors: FieldErrors): Problem {
  return new Problem(422, `A field rule is broken: see ${fieldNames(errors)}.`, {errors});
}

/** A 400 that names the parameters of the query or the headers that are missing or invalid. */
export function invalidParameters(errors: FieldErrors): Problem {
  return new Problem(400, `A parameter is missing or invalid: see ${fieldNames(errors)}.`, {errors});
}

/** Returns the first fields of `errors` in one line. */
export function fieldNames(errors: FieldErrors): string {
  const names = Object.keys(errors);
  const more = names.length - maxNamedFields;
  return names.slice(0, maxNamedFields).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
