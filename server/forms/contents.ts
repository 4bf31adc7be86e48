import {z} from 'zod';

import {Problem, ruleBroken} from '../http/problem.ts';
import {validate} from '../http/validate.ts';
import type {Portal} from '../portal/portal.ts';
import {type CommonField, commonFields, ownId, toOwnId} from './fields-common.ts';
import {fieldsV1} from './fields-v1.ts';
import {fieldsV2} from './fields-v2.ts';
import type {Wanted} from './registry.ts';
import type {Content, ContentV1, ContentV2, Variant} from './variant.ts';

type Body = Record<string, unknown>;

/** What a variant that is taken over from version 1 keeps. */
const common = Object.keys(commonFields) as CommonField[];

const idSchema = z.object({egetId: ownId});

/** The schemas of a portal, made once for each. */
const schemas = new WeakMap<Portal, {v1: ReturnType<typeof fieldsV1>; v2: ReturnType<typeof fieldsV2>}>();

function schemasOf(portal: Portal) {
  let known = schemas.get(portal);
  if (!known) {
    known = {v1: fieldsV1(portal), v2: fieldsV2(portal)};
    schemas.set(portal, known);
  }
  return known;
}

/** Checks the body of a POST of interface A. @throws {Problem} */
export function newVariantV1(body: Body, portal: Portal): {egetId: string; wanted: Wanted} {
  const {egetId, masterId, ...fields} = validate(schemasOf(portal).v1, body);
  const master = masterId ? portal.masters.get(masterId) : undefined;
  return {
    egetId,
    wanted: {
      masterId: masterId ?? '0',
      content: {
        version: 1,
        fields: {
          ...fields,
          // Left out, they are the master's; null, there is none.
          publiceringsdato:
            fields.publiceringsdato === undefined ? master?.publiceringsdato : fields.publiceringsdato,
          afpubliceringsdato:
            fields.afpubliceringsdato === undefined ? master?.afpubliceringsdato : fields.afpubliceringsdato,
        },
      },
    },
  };
}

/** Checks the body of a PUT of interface A on what is stored. @throws {Problem} */
export function changedVariantV1(body: Body, current: Variant, portal: Portal): Wanted {
  const {v1} = schemasOf(portal);
  // Texts that are lost can't be kept: the body has to be whole.
  const schema = current.textsLost ? v1.partial({egetId: true, masterId: true}) : v1.partial();
  const {egetId, masterId, ...fields} = validate(schema, withoutSameId(body, current)) as Partial<
    z.output<typeof v1>
  >;
  requireSameId(egetId, current.egetId);
  if (current.version !== 1)
    throw new Problem(
      400,
      'The form variant belongs to version 2 of the interface. Change it at /dia/2/formular.',
    );
  return {
    masterId: masterId === undefined ? current.masterId : (masterId ?? '0'),
    content: {version: 1, fields: {...current.fields, ...given(fields)}},
  };
}

/**
 * Checks the body of a PUT of interface B on what is stored, if anything.
 *
 * @param egetId From the path; the rule for ids holds only where the PUT creates a variant.
 * @throws {Problem}
 */
export function writtenVariantV2(
  body: Body,
  egetId: string,
  current: Variant | undefined,
  portal: Portal,
): Wanted {
  requireSameId(body.egetId, egetId);
  if (!current || current.deleted) validate(idSchema, {egetId});
  const masterId = current?.masterId ?? '0';
  return {masterId, content: {version: 2, fields: fieldsOf(body, current, portal)}};
}

function fieldsOf(body: Body, current: Variant | undefined, portal: Portal): ContentV2 {
  const {v2} = schemasOf(portal);
  if (!current || current.deleted || current.textsLost) return validate(v2, body);
  if (current.version === 2) return {...current.fields, ...given(validate(v2.partial(), body))};

  // Taken over from version 1: what that has need not be given again.
  const {formularType} = current.fields;
  const kept = v2.shape.formularType.safeParse(formularType).success ? {formularType} : {};
  const schema = v2.partial({titel: true, ...('formularType' in kept ? {formularType: true} : {})});
  return {...fromV1(current.fields), ...kept, ...given(validate(schema, body))} as ContentV2;
}

function fromV1(fields: ContentV1): Partial<ContentV2> {
  const law = fields.urlTilLovstof;
  return {
    ...(Object.fromEntries(common.map(name => [name, fields[name]])) as Partial<ContentV2>),
    urlTilLovstof: law ? [{titel: '', url: law}] : null,
  };
}

/** The fields of a variant as version 2 has them; those that version 1 does not have are left out. */
export function asV2({version, fields}: Content, portal: Portal): Partial<ContentV2> {
  if (version === 2) return fields;
  const {valgteMyndigheder, formularType} = fields;
  const abbreviations = valgteMyndigheder.flatMap(code => portal.municipalities.get(code)?.forkortelse ?? []);
  return {...fromV1(fields), formularType: formularType as never, udstillere: abbreviations.join(',')};
}

/** A field that is left out stays as it is. */
function given<Fields extends object>(
  fields: Fields,
): {[Name in keyof Fields]: Exclude<Fields[Name], undefined>} {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Leaves out an id that equals the stored one, which may be older than the rule for new ones. */
function withoutSameId({egetId, ...others}: Body, current: Variant): Body {
  return egetId === undefined || egetId === current.egetId ? others : {egetId, ...others};
}

function requireSameId(egetId: unknown, inPath: string): void {
  if (egetId === undefined || egetId === inPath) return;
  if (typeof egetId === 'string' && toOwnId(egetId) === toOwnId(inPath)) return;
  throw ruleBroken({egetId: ['Must be the egetId in the URL, or be omitted.']});
}
