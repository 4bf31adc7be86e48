import {isDeepStrictEqual} from 'node:util';

import {z} from 'zod';

import {Problem} from '../problem.ts';
import {validate, validateAsync} from '../http/validate.ts';
import {memoize} from '../memoize.ts';
import type {Portal} from '../portal/portal.ts';
import {
  dateErrors,
  egetIdErrors,
  isStoredMaster,
  masterIdErrors,
  spellingErrors,
} from './cross-field-rules.ts';
import {ownId} from './field-kinds.ts';
import {changesV1, fieldsV1} from './fields-v1.ts';
import {bodyV2} from './fields-v2.ts';
import type {VariantInput} from './registry.ts';
import type {Content, ContentV1, ContentV2, Dates, Variant} from './variant.ts';

type Body = Record<string, unknown>;

type WholeBodyV2 = z.output<ReturnType<typeof bodyV2>>;
type BodyV2 = {[Name in keyof WholeBodyV2]?: WholeBodyV2[Name] | undefined};

const idSchema = z.object({egetId: ownId});

const schemasOf = memoize((portal: Portal) => {
  const v2 = bodyV2(portal);
  return {
    v1: fieldsV1(portal),
    v1Changes: changesV1(portal),
    v2,
    /** Accepts the required field `forventetIdriftSat` in GET's spelling. */
    v2AsRead: v2.partial({forventetIdriftSat: true}),
    v2Changes: v2.partial(),
  };
});

/** Applies the rules of `docs/reference/api-forms.md`, as all functions of this file do. @throws {Problem} */
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
  // Missing dates are the master's; null means none.
  const content = {version: 1 as const, fields: {...fields, publiceringsdato, afpubliceringsdato}};
  return {egetId, input: {masterId, content}};
}

/** @throws {Problem} */
export async function parseChangedVariantV1(
  body: Body,
  current: Variant,
  portal: Portal,
): Promise<VariantInput> {
  if (current.version !== 1) {
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
  return {
    masterId: current.masterId,
    content: {version: 1, fields: {...current.fields, ...given(fields)}},
  };
}

/**
 * @param egetId From the path; the rule for ids only applies if the PUT creates a variant.
 * @param shown The body of a GET. Fields with the same value are kept, even if their rule has changed since.
 * @throws {Problem}
 */
export async function parseVariantV2(
  body: Body,
  egetId: string,
  current: Variant | undefined,
  portal: Portal,
  shown: Body = {},
): Promise<VariantInput> {
  const {v2, v2AsRead, v2Changes} = schemasOf(portal);
  const asRead = body.forventetIdriftsat !== undefined;
  const toInput = (fields: Partial<ContentV2>): VariantInput => ({
    masterId: current?.masterId ?? '0',
    content: {version: 2, fields: fields as ContentV2},
  });

  if (!current || current.deleted) validate(idSchema, {egetId});
  if (!current || current.deleted) {
    return toInput(await parseV2(asRead ? v2AsRead : v2, body, egetId, portal));
  }
  if (current.version === 2) {
    const changes = Object.entries(body).filter(([name, value]) => !isDeepStrictEqual(value, shown[name]));
    const parsed = await parseV2(v2Changes, Object.fromEntries(changes), egetId, portal, current.fields);
    return toInput({...current.fields, ...parsed});
  }

  // Fields of version 1 are optional when it becomes version 2.
  const {data: formularType} = v2.shape.formularType.safeParse(current.fields.formularType);
  const schema = v2.partial({
    titel: true,
    ...(formularType && {formularType: true}),
    ...(asRead && {forventetIdriftSat: true}),
  });
  const parsed = await parseV2(schema, body, egetId, portal, current.fields);
  return toInput({...fromV1(current.fields), ...(formularType && {formularType}), ...parsed});
}

/** Returns the fields of a body in the spelling of the interface's table. @throws {Problem} */
async function parseV2(
  schema: z.ZodType<BodyV2>,
  body: Body,
  egetId: string,
  portal: Portal,
  dates: Dates = {},
): Promise<Partial<ContentV2>> {
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

/** Returns the fields that a variant of version 1 keeps in version 2. */
function fromV1({valgteMyndigheder, formularType, urlTilLovstof, ...common}: ContentV1): Partial<ContentV2> {
  return {...common, urlTilLovstof: urlTilLovstof ? [{titel: '', url: urlTilLovstof}] : null};
}

/** Returns the fields of a variant in version 2, without those that version 1 does not have. */
export function toVariantV2({version, fields}: Content, portal: Portal): Partial<ContentV2> {
  if (version === 2) return fields;
  const {valgteMyndigheder, formularType} = fields;
  const abbreviations = valgteMyndigheder.flatMap(code => portal.municipalities.get(code)?.forkortelse ?? []);
  return {...fromV1(fields), formularType: formularType as never, udstillere: abbreviations.join(',')};
}

/** Returns the fields of the body, or the stored ones. */
function given<Fields extends object>(
  fields: Fields,
): {[Name in keyof Fields]: Exclude<Fields[Name], undefined>} {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Removes a master that equals the stored one, which may have left the portal file. */
function withoutStoredMaster({masterId, ...others}: Body, current: Variant): Body {
  return isStoredMaster(masterId, current.masterId) ? others : {...others, masterId};
}
