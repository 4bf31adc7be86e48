import {STATUS_CODES} from 'node:http';

import type {ErrorBody, FieldErrors} from './error-body.ts';

/** How many fields the message of an error names; `errors` has all of them. */
const maxNamedFields = 10;

interface ProblemDetails {
  readonly errors?: FieldErrors;
  readonly headers?: Record<string, string>;
  readonly cause?: unknown;
  /** What the log says in place of the message, where that differs from request to request. */
  readonly reason?: string;
}

/** An answer that refuses a request; thrown anywhere below a handler. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  /** What the log says: the same text for the same kind of problem. */
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

/** The one body of every error. @param errors Messages by field, where fields are to blame. */
export function errorBody(code: number, message: string, errors?: FieldErrors): ErrorBody {
  return {status: STATUS_CODES[code] ?? 'Error', code, message, ...(errors && {errors})};
}

/** A 422 that names the fields which break a rule. */
export function ruleBroken(errors: FieldErrors): Problem {
  return new Problem(422, `A field rule is broken: see ${fieldNames(errors)}.`, {errors});
}

/** Names the fields of `errors` in one line; of many, the first ones only. */
export function fieldNames(errors: FieldErrors): string {
  const names = Object.keys(errors);
  const more = names.length - maxNamedFields;
  return names.slice(0, maxNamedFields).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Collects what is wrong with the fields of one request, so that all of it is told at once. */
export class FieldCheck {
  readonly #errors: FieldErrors = {};

  /** Notes `message` for a field unless `holds`. */
  require(holds: boolean, field: string, message: string): void {
    if (!holds) (this.#errors[field] ??= []).push(message);
  }

  /** @throws {Problem} 400 with every field that was noted. */
  orThrow(): void {
    if (!Object.keys(this.#errors).length) return;
    throw new Problem(400, `A parameter is missing or invalid: see ${fieldNames(this.#errors)}.`, {
      errors: this.#errors,
    });
  }
}
