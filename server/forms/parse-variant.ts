import {isDeepStrictEqual} from 'node:util';

import {z} from 'zod';

import {type FieldErrors, Problem} from '../problem.ts';
import {validate, validateAsync} from '../http/validate.ts';
import {memoize} from '../memoize.ts';
import type {Portal} from '../portal/portal.ts';
import {formatDatetime} from '../time/datetime.ts';
import {commonFields, ownId, toOwnId} from './field-kinds.ts';
import {changesV1, fieldsV1} from './fields-v1.ts';
import {bodyV2, spellings} from './fields-v2.ts';
import type {VariantInput} from './registry.ts';
import {type Dates, type Fields, isMunicipal, type Variant} from './variant.ts';

/* Parses the bodies of interfaces A and B, and checks dates for interface G, with the rules that depend on the portal
 * file and on the stored variant. Add such a rule as a function like `dateErrors` and `masterIdErrors`.
 * `docs/reference/api-forms.md` documents them. A PUT that repeats the response to a GET must be accepted. */

type Body = Record<string, unknown>;
type Spelling = keyof typeof spellings;

type WholeBodyV2 = z.output<ReturnType<typeof bodyV2>>;
type BodyV2 = {[Name in keyof WholeBodyV2]?: WholeBodyV2[Name] | undefined};

const idSchema = z.object({egetId: ownId});

const schemasOf = memoize((portal: Portal) => {
  const v2 = bodyV2(portal);
  return {
    v1: fieldsV1(portal),
    v1Changes: changesV1(portal),
    v2,
    v2Changes: v2.partial(),
    // Accepts the required field `forventetIdriftSat` in GET's spelling.
    v2AsRead: v2.partial({forventetIdriftSat: true}),
    // A variant of version 1 already has a title: the body needs none.
    fromV1: v2.partial({titel: true}),
    fromV1AsRead: v2.partial({titel: true, forventetIdriftSat: true}),
  };
});

/** Parses the body of a POST of interface A. @throws {Problem} 400, 422 */
export async function parseNewVariantV1(
  body: Body,
  portal: Portal,
): Promise<{egetId: string; input: VariantInput}> {
  const {v1} = schemasOf(portal);
  const {data: number = ''} = v1.shape.masterId.safeParse(body.masterId);
  const master = portal.masters.get(number);
  const {egetId, masterId, ...fields} = await validateAsync(v1, body, dateErrors(body, master ?? {}));
  const {publiceringsdato = master?.publiceringsdato, afpubliceringsdato = master?.afpubliceringsdato} =
    fields;
  // A missing date is that of the form master. Null means no date.
  return {egetId, input: {masterId, fields: {...fields, publiceringsdato, afpubliceringsdato}}};
}

/** Parses the body of a PUT of interface A. @throws {Problem} 400, 422 */
export async function parseChangedVariantV1(
  body: Body,
  current: Variant,
  portal: Portal,
): Promise<VariantInput> {
  if (!isMunicipal(current)) {
    throw new Problem(
      400,
      'The form variant belongs to version 2 of the interface. Change it at /dia/2/formular.',
    );
  }
  const {v1Changes} = schemasOf(portal);
  const changes = withoutStoredMaster(body, current);
  const {egetId, masterId, ...fields} = await validateAsync(v1Changes, changes, {
    ...egetIdErrors(changes, current.egetId),
    ...masterIdErrors(changes, current.masterId),
    ...dateErrors(changes, current.fields),
  });
  return {masterId: current.masterId, fields: {...current.fields, ...given(fields)}};
}

/**
 * Parses the body of a PUT of interface B.
 *
 * @param egetId From the path. The rules of ids only apply if the PUT creates a variant.
 * @param shown The response to a GET now. A field of the request with the same value is accepted, even if its rule has changed since.
 * @throws {Problem} 400, 422
 */
export async function parseVariantV2(
  given: Body,
  egetId: string,
  current: Variant | undefined,
  portal: Portal,
  shown: Body = {},
): Promise<VariantInput> {
  const {v2, v2AsRead, v2Changes, fromV1, fromV1AsRead} = schemasOf(portal);
  const body = withoutUnchangedAliases(given, shown);
  const asRead = body.forventetIdriftsat !== undefined;
  const toInput = (fields: Partial<Fields>): VariantInput => ({
    masterId: current?.masterId ?? '0',
    fields: fields as Fields,
  });

  if (!current || current.deleted) {
    validate(idSchema, {egetId});
    return toInput(await parseV2(asRead ? v2AsRead : v2, body, egetId, portal));
  }
  if (!isMunicipal(current)) {
    const changes = Object.entries(body).filter(([name, value]) => !isDeepStrictEqual(value, shown[name]));
    const parsed = await parseV2(v2Changes, Object.fromEntries(changes), egetId, portal, current.fields);
    return toInput({...current.fields, ...parsed});
  }

  const {valgteMyndigheder, formularType, ...kept} = current.fields;
  const isKept = v2.shape.formularType.safeParse(formularType).success;
  const whole = isKept ? {formularType, ...body} : body;
  const parsed = await parseV2(asRead ? fromV1AsRead : fromV1, whole, egetId, portal, kept);
  return toInput({...kept, ...parsed});
}

/** Returns the fields of a body in the spelling of the interface's table. @throws {Problem} */
async function parseV2(
  schema: z.ZodType<BodyV2>,
  body: Body,
  egetId: string,
  portal: Portal,
  dates: Dates = {},
): Promise<Partial<Fields>> {
  const {shape} = schemasOf(portal).v2;
  const {utlTilVejledning, forventetIdriftsat, ...fields} = await validateAsync(schema, body, {
    ...egetIdErrors(body, egetId),
    ...dateErrors(body, dates),
    ...spellingErrors(body, (field, value) => shape[field].safeParse(value).data),
  });
  return given({
    urlTilVejledning: utlTilVejledning,
    forventetIdriftSat: forventetIdriftsat,
    ...given(fields),
  });
}

/** Returns the fields that are not `undefined`. */
function given<Fields extends object>(
  fields: Fields,
): {[Name in keyof Fields]: Exclude<Fields[Name], undefined>} {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Removes a field in GET's spelling that has the value of a GET, if the body has another value in the spelling of the interface's table. */
function withoutUnchangedAliases(body: Body, shown: Body): Body {
  const kept: Body = {...body};
  for (const alias of Object.keys(spellings) as Spelling[]) {
    const {[alias]: value, [spellings[alias]]: other = value} = body;
    if (value === (shown[alias] ?? null) && value !== other) kept[alias] = undefined;
  }
  return kept;
}

/** Removes a `masterId` that is the stored one, since the portal file may no longer have it, or null, since clients write omitted fields as null. */
function withoutStoredMaster({masterId, ...others}: Body, {masterId: stored}: Variant): Body {
  const isStored = masterId === null || masterId === stored || masterId === Number(stored);
  return isStored ? others : {...others, masterId};
}

/* Rules that depend on the stored variant or on two fields. Each returns the errors of the fields that break it. */

/** An `egetId` must be the one in the URL. Their Unicode forms may differ. */
function egetIdErrors({egetId}: Body, inPath: string): FieldErrors {
  if (egetId === undefined || egetId === inPath) return {};
  if (typeof egetId === 'string' && toOwnId(egetId) === toOwnId(inPath)) return {};
  return {egetId: ['Must be the egetId in the URL, or be omitted.']};
}

/** Any `masterId` is an error: `withoutStoredMaster` has removed the stored one. @param stored `0` for a variant without a form master. */
function masterIdErrors({masterId}: Body, stored: string): FieldErrors {
  if (masterId === undefined) return {};
  const message =
    stored === '0'
      ? 'Must be omitted: the variant was created without a form master.'
      : `Must be ${stored}, the form master that the variant was created with, or be omitted.`;
  return {masterId: [message]};
}

/** Returns errors for the dates of a body if `publiceringsdato` is after `afpubliceringsdato`. @param others The dates for those that the body omits. */
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
function spellingErrors(
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
