import {z} from 'zod';

import {bounds} from '../bounds.ts';
import {memoize} from '../memoize.ts';
import type {Authority, Portal} from '../portal/portal.ts';
import type {Key, Version} from '../store/engine.ts';
import type {Instant} from '../time/datetime.ts';
import type {fieldsV1} from './fields-v1.ts';
import type {fieldsV2} from './fields-v2.ts';

/* The stored form of a variant, its keys, and what follows from its fields. For all form interfaces, `tavle inspect`
 * and backups. Add a field to `variantHead`, as optional: stored variants must remain readable. `publicationState`
 * decides whether the portal shows a variant, for interfaces F and G. */

type FieldsV1 = z.output<ReturnType<typeof fieldsV1>>;
type FieldsV2 = z.output<ReturnType<typeof fieldsV2>>;

/**
 * The fields of a variant, whichever interface wrote it. In interface A, `valgteMyndigheder` names the municipalities that exhibit the variant. In
 * interface B, `udstillere` names one authority. A variant has one of the two fields.
 */
export type Fields = Partial<Omit<FieldsV2, 'titel' | 'formularType' | 'udstillere'>> &
  Pick<FieldsV2, 'titel'> & {
    readonly formularType: FieldsV1['formularType'] | FieldsV2['formularType'];
    readonly valgteMyndigheder?: FieldsV1['valgteMyndigheder'] | undefined;
    readonly udstillere?: FieldsV2['udstillere'] | undefined;
  };

/** The document of a variant, without the long texts of a large one. It contains the name, which can't be read from a long key. */
export const variantHead = z.object({
  cvr: z.string(),
  egetId: z.string(),
  fields: z
    .looseObject({
      titel: z.string(),
      valgteMyndigheder: z.array(z.string()).optional(),
      udstillere: z.string().optional(),
      publiceringsdato: z.number().nullish(),
      afpubliceringsdato: z.number().nullish(),
    })
    .refine(
      ({valgteMyndigheder, udstillere}) => (valgteMyndigheder === undefined) !== (udstillere === undefined),
      'must have either valgteMyndigheder or udstillere',
    ),
  /** `{master number}.{running number}`; changes only with the master. */
  diaId: z
    .string()
    .regex(/^\d{1,20}\.\d{1,16}$/)
    .refine(
      text => Number(text.slice(text.indexOf('.') + 1)) <= bounds.maxNumber,
      'is not a number that the service can have given',
    ),
  /** The number of the form master. 0: the variant has none. */
  masterId: z.string(),
  /** The last part of its URL. A new title changes it until `publishedOnce`. */
  permalink: z.string(),
  /** The ids of the authorities at which it has reserved its permalink: `myndighedsid` of the portal file. */
  permalinkAt: z.array(z.string()),
  /** Whether it had been published at the last write, by its own dates. */
  publishedOnce: z.boolean(),
  changed: z.number(),
  deleted: z.boolean(),
  /** The keywords that the portal's editors have given it. */
  soegeord: z.string().nullish(),
  /** Whether the supplier has changed its suggestion of keywords since an editor saved. */
  nyeForslag: z.boolean().optional(),
  /** Set if it has long texts, in the part `tekster`. */
  texts: z
    .looseObject({
      /** Their size as JSON, in bytes. */
      bytes: z.int().min(0),
      /** The beginning of `forslagTilSoegeord`, for the editors' list. Set if the field is one of the texts. */
      suggestion: z.string().optional(),
    })
    .optional(),
});

export type VariantHead = Omit<z.output<typeof variantHead>, 'fields'> & {readonly fields: Fields};

/** The name of a variant: its supplier's CVR number and the supplier's id. */
export type VariantName = Pick<VariantHead, 'cvr' | 'egetId'>;

/** A variant as it was read: without its long texts if it has `texts`. Each write has another `storeVersion`. */
export type Variant = VariantHead & {readonly storeVersion: string};

/** The part of a variant: its long texts, by field. */
export interface VariantParts {
  readonly tekster: Readonly<Record<string, unknown>>;
}

export const storeVersionOf = ({version, operation}: Version): string => `${version} ${operation}`;

// Keys and members of indexes are stored; `documents.ts` declares the same keys as segments.
export const variantKey = ({cvr, egetId}: VariantName): Key => ['leverandoer', cvr, 'formular', egetId];
export const supplierIndex = (cvr: string): Key => ['leverandoer', cvr, 'formularer'];
export const diaKey = (diaId: string): Key => ['dia', diaId];
export const permalinkKey = (myndighedsid: string, link: string): Key => ['permalink', myndighedsid, link];
/** The change index of all suppliers: an entry for each variant. */
export const changesIndex: Key = ['formularer', 'changes'];
export const runningNumber = (masterId: string): Key => ['formularmaster', masterId, 'antal'];

/** How many digits a time has in a member of {@link changesIndex}, in milliseconds since 1970. */
const timeDigits = 15;

/** Returns the text at which the members of {@link changesIndex} with changes at a time or later begin. */
export function changesSince(time: Instant): string {
  return String(Math.max(0, Math.floor(time))).padStart(timeDigits, '0');
}

/** An entry of {@link changesIndex}. */
export interface Change extends VariantName {
  readonly changed: Instant;
  /** When the publication ends by the variant's own dates. 0: a deleted variant. 1: a variant without a date of publication. */
  readonly until: Instant;
}

/** The greatest time in an entry. */
const forever = 10 ** timeDigits - 1;

/** Returns when the publication of a variant ends by its own dates: 1 if it never begins, 0 if it is deleted. */
export function publishedUntil({deleted, fields}: Omit<PublicationFields, 'masterId'>): Instant {
  if (deleted) return 0;
  if (typeof fields.publiceringsdato !== 'number') return 1;
  return Math.max(1, Math.min(fields.afpubliceringsdato ?? forever, forever));
}

/** Returns a variant's member of {@link changesIndex}. It contains the end of the publication, so searches need not read deleted variants. */
export function changeMember(
  variant: VariantName & Pick<VariantHead, 'changed'> & Omit<PublicationFields, 'masterId'>,
): string {
  const {cvr, egetId, changed} = variant;
  return `${changesSince(changed)}:${changesSince(publishedUntil(variant))}:${cvr}:${egetId}`;
}

export function parseChange(member: string): Change | undefined {
  const [, changed, until, cvr, egetId] = /^(\d{15}):(\d{15}):(\d+):([^]+)$/.exec(member) ?? [];
  return cvr && egetId ? {cvr, egetId, changed: Number(changed), until: Number(until)} : undefined;
}

/** Returns the keywords that a supplier suggests; only their beginning if they are one of the long texts. `null`: none. */
export const suggestionOf = ({fields, texts}: VariantHead) =>
  texts?.suggestion ?? fields.forslagTilSoegeord ?? null;

/** The fields that determine who exhibits a variant. */
export interface ExhibitorFields extends Pick<VariantHead, 'permalinkAt'> {
  readonly fields: Pick<Fields, 'valgteMyndigheder' | 'udstillere'>;
}

/** Returns whether a variant is one of interface A. Otherwise it is one of interface B, whose PUT also converts variants of A. */
export const isMunicipal = ({fields}: Pick<ExhibitorFields, 'fields'>) =>
  fields.valgteMyndigheder !== undefined;

/** The publication dates of a variant, in milliseconds since 1970. */
export type Dates = Pick<Fields, 'publiceringsdato' | 'afpubliceringsdato'>;

/** The fields that determine whether a variant is published. */
export type PublicationFields = Pick<VariantHead, 'masterId' | 'deleted'> & {readonly fields: Dates};

/**
 * Returns the authority in the portal file that exhibits a variant of interface B. Looks for its id first: since the last write, another authority may
 * have got its abbreviation.
 */
export function stateAuthorityOf(
  {fields: {udstillere}, permalinkAt: [id = '']}: ExhibitorFields,
  {authoritiesByAbbreviation, authoritiesById}: Portal,
): Authority | undefined {
  if (udstillere === undefined) return undefined;
  return authoritiesById.get(id) ?? authoritiesByAbbreviation.get(udstillere);
}

/** Returns the authorities in the portal file that exhibit a variant. */
export function exhibitorsOf(variant: ExhibitorFields, portal: Portal): Authority[] {
  const {valgteMyndigheder = []} = variant.fields;
  const found = valgteMyndigheder.map(code => portal.municipalities.get(code));
  return [...found, stateAuthorityOf(variant, portal)].filter(authority => authority !== undefined);
}

/** Returns whether an authority in the portal file exhibits a variant. */
export function isExhibited(variant: ExhibitorFields, portal: Portal): boolean {
  const {valgteMyndigheder = []} = variant.fields;
  return (
    stateAuthorityOf(variant, portal) !== undefined ||
    valgteMyndigheder.some(code => portal.municipalities.has(code))
  );
}

/** Returns the publication period of a variant; its end is exclusive. */
export function publicationOf(
  variant: Omit<PublicationFields, 'deleted'>,
  portal: Portal,
): {from: Instant; until: Instant} {
  const {publiceringsdato, afpubliceringsdato} = variant.fields;
  const forced = portal.masters.get(variant.masterId)?.afpubliceringsdato;
  return {
    from: publiceringsdato ?? Infinity,
    until: Math.min(afpubliceringsdato ?? Infinity, forced ?? Infinity),
  };
}

/** Returns whether a variant is published by its dates, for interface A. The portal shows it if {@link publicationState} is `publiceret`. */
export function isPublished(variant: PublicationFields, portal: Portal, now: Instant): boolean {
  const {from, until} = publicationOf(variant, portal);
  return !variant.deleted && from <= now && now < until;
}

/** Returns whether the portal file has the supplier of a variant and an authority that exhibits it. Otherwise, the portal never shows it. */
export const isListed = (variant: ExhibitorFields & Pick<VariantHead, 'cvr'>, portal: Portal): boolean =>
  suppliersOf(portal).has(variant.cvr) && isExhibited(variant, portal);

/** The states of a variant: shown now, shown later, or not shown. */
export const publicationStates = ['publiceret', 'planlagt', 'afpubliceret'] as const;

/** Returns whether the portal shows a variant, for interfaces F and G. */
export function publicationState(
  variant: PublicationFields & ExhibitorFields & Pick<VariantHead, 'cvr'>,
  portal: Portal,
  now: Instant,
): (typeof publicationStates)[number] {
  const {from, until} = publicationOf(variant, portal);
  // A variant without `publiceringsdato` begins after any end.
  const isOver = variant.deleted || now >= until || from >= until;
  if (isOver || !isListed(variant, portal)) return 'afpubliceret';
  return now < from ? 'planlagt' : 'publiceret';
}

export function isUnpublished(variant: VariantHead, portal: Portal, now: Instant): boolean {
  return variant.deleted || publicationOf(variant, portal).until <= now;
}

/** Returns whether a variant has been published at any time until now, by its own dates. The end of its form master does not count: it may be later. */
export function wasPublished({publishedOnce, deleted, changed, fields}: VariantHead, now: Instant): boolean {
  const from = fields.publiceringsdato ?? Infinity;
  const until = fields.afpubliceringsdato ?? Infinity;
  return publishedOnce || (!deleted && Math.max(from, changed) < until && from <= now);
}

/**
 * Returns the organisations whose forms are shown: suppliers and authorities in the portal file, and organisations that a supplier
 * acts for. The forms of an organisation that has left the portal file are hidden.
 */
export const suppliersOf = memoize(
  ({suppliers, authorities}: Portal): ReadonlySet<string> =>
    new Set([
      ...suppliers.keys(),
      ...authorities.keys(),
      ...[...suppliers.values()].flatMap(({paaVegneAf}) => paaVegneAf),
    ]),
);
