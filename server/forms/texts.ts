import {bounds} from '../bounds.ts';
import {documentBytes, entryBytes} from '../store/storage-quota.ts';
import {newToken} from '../store/document-codec.ts';
import type {Variant, VariantHead, VariantName, VariantRecord} from './variant.ts';

/** The maximum length, in characters of JSON, of values in the head. */
const maxHeadValue = 256;

/** Fields that always stay in the head: lists and publication need them, and each is bounded. */
const headFields = new Set(['titel', 'kortBeskrivelse', 'udstillere', 'valgteMyndigheder']);

type Fields = Readonly<Record<string, unknown>>;

/** The long fields of a variant, which are stored in a separate document. It holds the name, since a path may not contain it. */
export type TextsRecord = VariantName & {readonly fields: Fields};

export interface SplitVariant {
  readonly head: VariantHead;
  readonly texts?: TextsRecord;
}

/**
 * Splits a large variant into a head and its texts. Keeps the document of unchanged texts. A deleted variant has no texts: a restore provides new
 * ones. Readers join whatever was split, so the bounds may change.
 */
export function splitVariant(record: VariantRecord, stored?: SplitVariant): SplitVariant {
  const entries = Object.entries(record.fields as Fields).filter(([, value]) => value !== undefined);
  const isLong = ([name, value]: [string, unknown]) =>
    !headFields.has(name) && JSON.stringify(value).length > maxHeadValue;
  const long = entries.filter(isLong);
  const isSmall = byteLength(record.fields) <= bounds.maxInlineVariantBytes;
  if (!long.length || (isSmall && !record.deleted)) return {head: record};

  const short = Object.fromEntries(entries.filter(entry => !isLong(entry)));
  const head = {...record, fields: short} as unknown as VariantHead;
  if (record.deleted) return {head};
  const {cvr, egetId} = record;
  const texts = {cvr, egetId, fields: Object.fromEntries(long)};
  const same = stored?.head.texts && JSON.stringify(stored.texts) === JSON.stringify(texts);
  const reference = (same ? stored.head.texts : undefined) ?? {token: newToken(), bytes: byteLength(texts)};
  const suggestion = texts.fields.forslagTilSoegeord;
  const listed = typeof suggestion === 'string' && {
    suggestion: suggestion.slice(0, bounds.maxKeywordsLength),
  };
  return {head: {...head, texts: {...reference, ...listed}}, texts};
}

/** Joins a head and its texts. Marks the variant as incomplete if they are missing. */
export function joinVariant({head, texts}: SplitVariant, storeVersion: number): Variant {
  const {texts: reference, ...record} = head;
  const fields = {...record.fields, ...texts?.fields};
  const lost = reference && !texts ? {textsLost: true as const} : {};
  return {...record, fields, storeVersion, ...lost} as unknown as Variant;
}

/** The size of a reserved permalink in the storage quota, in bytes. */
export const linkBytes = documentBytes({});

/** Returns the size of a variant in the storage quota, in bytes: head, texts, registry id, permalinks and list entry. */
export function variantBytes(head: VariantHead): number {
  const texts = head.texts ? documentBytes({}) + head.texts.bytes : 0;
  const measured = {
    ...head,
    diaId: '',
    permalink: '',
    permalinkAt: undefined,
    // Of the editors.
    soegeord: undefined,
    nyeForslag: undefined,
  };
  const links = head.permalinkAt.length * linkBytes;
  return documentBytes(measured) + texts + links + documentBytes({}) + entryBytes;
}

function byteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
