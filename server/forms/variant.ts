import {z} from 'zod';

import {bounds} from '../limits/bounds.ts';
import type {Authority, Portal} from '../portal/portal.ts';
import type {Dependencies} from '../store/document-type.ts';
import type {Key} from '../store/store.ts';
import type {Instant} from '../time/datetime.ts';
import type {fieldsV1} from './fields-v1.ts';
import type {fieldsV2} from './fields-v2.ts';

export type ContentV1 = Omit<z.output<ReturnType<typeof fieldsV1>>, 'egetId' | 'masterId'>;
export type ContentV2 = z.output<ReturnType<typeof fieldsV2>>;

/** Which interface a variant was written through last, and what was written. */
export type Content = {version: 1; fields: ContentV1} | {version: 2; fields: ContentV2};

/**
 * The document of a variant: all of a small variant, and all but the long texts of a larger one. It holds the name, since that
 * can't be read back from a long key.
 */
export const variantHead = z.object({
  cvr: z.string(),
  egetId: z.string(),
  version: z.union([z.literal(1), z.literal(2)]),
  fields: z.looseObject({
    titel: z.string(),
    publiceringsdato: z.number().nullish(),
    afpubliceringsdato: z.number().nullish(),
  }),
  /** `{master number}.{running number}`; never changes. */
  diaId: z
    .string()
    .regex(/^\d{1,20}\.\d{1,16}$/)
    .refine(
      text => Number(text.slice(text.indexOf('.') + 1)) <= bounds.maxNumber,
      'is not a number that the service can have given',
    ),
  /** 0: none. */
  masterId: z.string(),
  /** The last part of its URL at the portal; follows the title until `publishedOnce`. */
  permalink: z.string(),
  /** The CVR numbers of the authorities at which it has reserved its permalink. Missing in what version 0.1.0 wrote. */
  permalinkAt: z.array(z.string()).optional(),
  /** The token of the idempotency key under which it was created. */
  createdBy: z.string().optional(),
  /** Whether it had been published when it was written last. */
  publishedOnce: z.boolean(),
  changed: z.number(),
  deleted: z.boolean(),
  texts: z
    .looseObject({
      /** Unique to the attempt that wrote them. */
      token: z.string().regex(/^[\w.-]{1,100}$/),
      /** Their size as JSON, in bytes. */
      bytes: z.int().min(0),
      /** What a search needs of `forslagTilSoegeord` where that is one of the texts. Missing in what version 0.1.0 wrote. */
      keywords: z.string().optional(),
    })
    .optional(),
});

export type VariantHead = z.output<typeof variantHead>;

/** Where a variant lives: its supplier's CVR number and the supplier's own id. */
export type VariantName = Pick<VariantHead, 'cvr' | 'egetId'>;

export type VariantRecord = Content & Omit<VariantHead, 'version' | 'fields' | 'texts'>;

export type Variant = VariantRecord & {
  readonly storeVersion: number;
  /** The store has lost its long texts: only the fields of its head are known. */
  readonly textsLost?: true;
};

export const variantKey = ({cvr, egetId}: VariantName): Key => ['leverandoer', cvr, 'formular', egetId];
export const textsKey = (name: VariantName, token: string): Key => [...variantKey(name), 'tekster', token];
export const supplierIndex = (cvr: string): Key => ['leverandoer', cvr, 'formularer'];
export const diaKey = (diaId: string): Key => ['dia', diaId];
export const permalinkKey = (authority: string, link: string): Key => ['permalink', authority, link];
/** What changed last, of all suppliers: an entry for each variant, which follows from the variant. */
export const changesIndex: Key = ['formularer', 'changes'];
export const runningNumber = (masterId: string): Key => ['formularmaster', masterId, 'antal'];

/** Digits of a time in a {@link changesIndex}, in milliseconds since 1970. */
const timeDigits = 15;

/** Where the changes of a moment and later ones begin in {@link changesIndex}. */
export function changesSince(time: Instant): string {
  return String(Math.max(0, Math.floor(time))).padStart(timeDigits, '0');
}

export function changeMember({cvr, egetId, changed}: VariantName & Pick<VariantHead, 'changed'>): string {
  return `${changesSince(changed)}:${cvr}:${egetId}`;
}

export function parseChange(member: string): (VariantName & Pick<VariantHead, 'changed'>) | undefined {
  const [, changed, cvr, egetId] = /^(\d{15}):(\d+):([^]+)$/.exec(member) ?? [];
  return cvr && egetId ? {cvr, egetId, changed: Number(changed)} : undefined;
}

/** About how many bytes weigh as much as one item of a document: a CVR number in a list. */
const bytesOfItem = 11;

export function variantDependencies(
  head: VariantName & Pick<VariantHead, 'diaId'> & Partial<VariantHead>,
): Dependencies {
  const {cvr, egetId, diaId, permalink = '', permalinkAt = [], texts, changed} = head;
  const name = {cvr, egetId};
  const place = diaId.lastIndexOf('.');
  return {
    key: variantKey(name),
    documents: [
      {key: diaKey(diaId), value: name},
      ...permalinkAt.map(authority => ({key: permalinkKey(authority, permalink), value: name})),
      ...(texts ? [{key: textsKey(name, texts.token)}] : []),
    ],
    weight: Math.ceil((texts?.bytes ?? 0) / bytesOfItem),
    entries: () => [
      {index: supplierIndex(cvr), member: egetId},
      ...(changed === undefined ? [] : [{index: changesIndex, member: changeMember({...name, changed})}]),
    ],
    taken: {counter: runningNumber(diaId.slice(0, place)), number: Number(diaId.slice(place + 1))},
  };
}

/** What decides who exhibits a variant. */
export type ExhibitorFields =
  | {version: 1; fields: Pick<ContentV1, 'valgteMyndigheder'>}
  | {version: 2; fields: Pick<ContentV2, 'udstillere'>};

/** What decides whether a variant is published. */
export type PublicationFields = Pick<VariantHead, 'masterId' | 'deleted'> & {
  readonly fields: Pick<VariantHead['fields'], 'publiceringsdato' | 'afpubliceringsdato'>;
};

/** The authorities that exhibit a variant, as far as the portal file knows them. */
export function exhibitorsOf(variant: ExhibitorFields, portal: Portal): Authority[] {
  const found =
    variant.version === 1
      ? variant.fields.valgteMyndigheder.map(code => portal.municipalities.get(code))
      : [portal.authoritiesByAbbreviation.get(variant.fields.udstillere)];
  return found.filter(authority => authority !== undefined);
}

/** Whether the portal file knows an authority that exhibits a variant. */
export function isExhibited(
  variant: ExhibitorFields,
  {municipalities, authoritiesByAbbreviation}: Portal,
): boolean {
  return variant.version === 1
    ? variant.fields.valgteMyndigheder.some(code => municipalities.has(code))
    : authoritiesByAbbreviation.has(variant.fields.udstillere);
}

/** When a variant is published: from the first moment up to, but not including, the second. */
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

export function isPublished(variant: PublicationFields, portal: Portal, now: Instant): boolean {
  const {from, until} = publicationOf(variant, portal);
  return !variant.deleted && from <= now && now < until;
}

export function isUnpublished(variant: VariantHead, portal: Portal, now: Instant): boolean {
  return variant.deleted || publicationOf(variant, portal).until <= now;
}

/** Whether a variant has been published at any moment until now, by the dates that it had. */
export function wasPublished(variant: VariantHead, portal: Portal, now: Instant): boolean {
  if (variant.publishedOnce) return true;
  const {from, until} = publicationOf(variant, portal);
  return !variant.deleted && Math.max(from, variant.changed) < until && from <= now;
}
