import {isDeepStrictEqual} from 'node:util';

import {z} from 'zod';

import {bounds} from '../bounds.ts';
import type {DocumentType} from '../store/document-type.ts';
import type {Content, Stored} from '../store/saving.ts';
import {documentBytes, entryBytes} from '../store/storage-quota.ts';
import {
  changeMember,
  changesIndex,
  diaKey,
  type Fields,
  parseChange,
  permalinkKey,
  runningNumber,
  storeVersionOf,
  supplierIndex,
  type Variant,
  variantHead,
  variantKey,
  type VariantHead,
  type VariantParts,
} from './variant.ts';

/* The stored documents of forms, for `registry.ts` and `document-types.ts`. Add a new type to `formDocuments`, and a
 * field that lists need to `headFields`; `variant.ts` has the shape of variants. Stores contain the documents: segments
 * and shapes must stay. What `variantBytes` counts must not depend on editors. */

/** The number of bytes that `weightOf` counts as one item: the size of a CVR number in a list. */
const bytesOfItem = 11;

/** The head of a variant. Segments and shape are stored: see {@link DocumentType}. */
export const variantDocument: DocumentType<VariantHead, VariantParts> = {
  segments: ['leverandoer', '*', 'formular', '*'],
  schema: variantHead.loose(),
  phase: 'main',
  keyOf: variantKey,
  parts: {tekster: z.looseObject({})},
  partsOf: ({texts}) => (texts ? ['tekster'] : []),
  weightOf: ({texts}) => Math.ceil((texts?.bytes ?? 0) / bytesOfItem),
  entriesOf(head) {
    const listed = {index: supplierIndex(head.cvr), member: head.egetId};
    const member = changeMember(head);
    return [
      // The entry in the supplier's list always stays. Each version has a new entry in the index of changes.
      {name: 'list', isUnique: false, entries: () => [listed]},
      {name: member, isUnique: true, entries: () => [{index: changesIndex, member}]},
    ];
  },
  indexes: [
    {
      segments: changesIndex,
      parse(member) {
        const change = parseChange(member);
        return change && {key: variantKey(change), set: member, time: change.changed};
      },
    },
  ],
  pointersOf({cvr, egetId, diaId, permalink, permalinkAt}) {
    const value = {cvr, egetId};
    const links = permalinkAt.map(id => ({key: permalinkKey(id, permalink), value}));
    return [{key: diaKey(diaId), value}, ...links];
  },
  takenOf({diaId}) {
    const place = diaId.lastIndexOf('.');
    return {counter: runningNumber(diaId.slice(0, place)), number: Number(diaId.slice(place + 1))};
  },
  usageOf: head => ({owner: 'leverandoer', cvr: head.cvr, bytes: variantBytes(head)}),
};

const {cvr, egetId} = variantHead.shape;

/** A pointer to a variant. */
const pointer = {schema: z.looseObject({cvr, egetId}), phase: 'derived'} as const;

/** The documents of forms, for checks, backups, repairs and the inventory of `document-types.ts`. */
export const formDocuments = [
  variantDocument,
  {segments: ['dia', '*'], ...pointer},
  {segments: ['permalink', '*', '*'], ...pointer},
] as const;

/** The maximum length, in characters of JSON, of values in the head of a large variant. */
const maxHeadValue = 256;

/** Fields that always stay in the head: lists and publication need them, and each is bounded. */
const headFields = new Set(['titel', 'kortBeskrivelse', 'udstillere', 'valgteMyndigheder']);

/**
 * Splits a large variant into a head and its long texts. Returns the stored object of unchanged texts, so that they are not written again. Readers join
 * whatever was split, so the limits may change.
 */
export function splitVariant(
  record: VariantHead,
  stored: Content<VariantHead, VariantParts> | undefined,
): Content<VariantHead, VariantParts> {
  const entries = Object.entries(record.fields).filter(([, value]) => value !== undefined);
  const isLong = ([name, value]: [string, unknown]) =>
    !headFields.has(name) && JSON.stringify(value).length > maxHeadValue;
  const long = entries.filter(isLong);
  const isSmall = byteLength(withoutDates(record.fields)) <= bounds.maxInlineVariantBytes;
  if (!long.length || isSmall) return {value: record};

  const short = Object.fromEntries(entries.filter(entry => !isLong(entry))) as unknown as Fields;
  const head = {...record, fields: short};
  const before = stored?.parts?.tekster;
  const now = Object.fromEntries(long);
  const tekster = before && isDeepStrictEqual(before, now) ? before : now;
  const suggestion = tekster.forslagTilSoegeord;
  const listed = typeof suggestion === 'string' && {
    suggestion: suggestion.slice(0, bounds.maxKeywordsLength),
  };
  return {value: {...head, texts: {bytes: byteLength(tekster), ...listed}}, parts: {tekster}};
}

/** Joins a head and its texts. */
export function joinVariant(stored: Stored<VariantHead, VariantParts>): Variant {
  const {texts, ...record} = stored.value;
  const fields = {...record.fields, ...stored.parts.tekster};
  return {...record, fields, storeVersion: storeVersionOf(stored)};
}

/** Returns the size of a variant in the storage quota, in bytes: head, texts, registry id, permalinks and list entry. */
export function variantBytes(head: VariantHead): number {
  const texts = head.texts ? documentBytes({}) + head.texts.bytes : 0;
  const measured = {
    ...head,
    diaId: '',
    permalink: '',
    permalinkAt: undefined,
    // Editors also change these, and must not need the supplier's storage.
    fields: withoutDates(head.fields),
    soegeord: undefined,
    nyeForslag: undefined,
  };
  const links = head.permalinkAt.length * documentBytes({});
  return documentBytes(measured) + texts + links + documentBytes({}) + entryBytes;
}

const withoutDates = (fields: Fields): Fields => ({
  ...fields,
  publiceringsdato: undefined,
  afpubliceringsdato: undefined,
});

const byteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
