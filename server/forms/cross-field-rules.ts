import type {FieldErrors} from '../problem.ts';
import {formatDatetime} from '../time/datetime.ts';
import {commonFields, toOwnId} from './field-kinds.ts';
import {spellings} from './fields-v2.ts';
import type {Dates} from './variant.ts';

/* Rules for a body that depend on the stored variant or on two fields. Each returns the errors of the fields that break it. */

type Body = Readonly<Record<string, unknown>>;
type Spelling = keyof typeof spellings;

/** An `egetId` must be the one in the URL, in any Unicode form. */
export function egetIdErrors({egetId}: Body, inPath: string): FieldErrors {
  if (egetId === undefined || egetId === inPath) return {};
  if (typeof egetId === 'string' && toOwnId(egetId) === toOwnId(inPath)) return {};
  return {egetId: ['Must be the egetId in the URL, or be omitted.']};
}

/** A `masterId` must be the stored one. @param stored `0` for a variant without a master. */
export function masterIdErrors({masterId}: Body, stored: string): FieldErrors {
  if (masterId === undefined || isStoredMaster(masterId, stored)) return {};
  const message =
    stored === '0'
      ? 'Must be omitted: the variant was created without a form master.'
      : `Must be ${stored}, the form master that the variant was created with, or be omitted.`;
  return {masterId: [message]};
}

export function isStoredMaster(masterId: unknown, stored: string): boolean {
  return masterId === stored || masterId === Number(stored) || (masterId === null && stored === '0');
}

/** Accepts a body without dates. @param others The dates for those that the body does not contain. */
export function dateErrors(body: Body, others: Dates): FieldErrors {
  const dateOf = (name: keyof Dates) =>
    body[name] === undefined ? others[name] : commonFields[name].safeParse(body[name]).data;
  const [from, until] = [dateOf('publiceringsdato'), dateOf('afpubliceringsdato')];
  if (typeof from !== 'number' || typeof until !== 'number' || from <= until) return {};
  const {publiceringsdato, afpubliceringsdato} = body;
  return {
    ...(publiceringsdato !== undefined && {
      publiceringsdato: [`Must not be after afpubliceringsdato, ${formatDatetime(until)}.`],
    }),
    ...(afpubliceringsdato !== undefined && {
      afpubliceringsdato: [`Must not be before publiceringsdato, ${formatDatetime(from)}.`],
    }),
  };
}

/** A field in both of its spellings must have the same value in both. @param read Reads a value; `undefined`: invalid. */
export function spellingErrors(
  body: Body,
  read: (field: (typeof spellings)[Spelling], value: unknown) => unknown,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const alias of Object.keys(spellings) as Spelling[]) {
    const field = spellings[alias];
    if (body[alias] === undefined || body[field] === undefined) continue;
    const [one, other] = [read(field, body[alias]), read(field, body[field])];
    if (one === undefined || other === undefined || one === other) continue;
    errors[alias] = [`Is the same field as ${field}, but has another value: leave one of them out.`];
    errors[field] = [`Is the same field as ${alias}, but has another value: leave one of them out.`];
  }
  return errors;
}
