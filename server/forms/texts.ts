import {isDeepStrictEqual} from 'node:util';

import {bounds} from '../bounds.ts';
import type {Content, Stored} from '../store/saving.ts';
import {documentBytes, entryBytes} from '../store/storage-quota.ts';
import {
  type Fields,
  storeVersionOf,
  type Variant,
  type VariantHead,
  type VariantParts,
  type VariantRecord,
} from './variant.ts';

/** The maximum length, in characters of JSON, of values in the head. */
const maxHeadValue = 256;

/** Fields that always stay in the head: lists and publication need them, and each is bounded. */
const headFields = new Set(['titel', 'kortBeskrivelse', 'udstillere', 'valgteMyndigheder']);

/**
 * Splits a large variant into a head and its long texts. Keeps the object of unchanged texts. A deleted variant has no texts: a restore provides new
 * ones. Readers join whatever was split, so the bounds may change.
 */
export function splitVariant(
  record: VariantRecord,
  stored: Content<VariantHead, VariantParts> | undefined,
): Content<VariantHead, VariantParts> {
  const entries = Object.entries(record.fields).filter(([, value]) => value !== undefined);
  const isLong = ([name, value]: [string, unknown]) =>
    !headFields.has(name) && JSON.stringify(value).length > maxHeadValue;
  const long = entries.filter(isLong);
  const isSmall = byteLength(record.fields) <= bounds.maxInlineVariantBytes;
  if (!long.length || (isSmall && !record.deleted)) return {value: record};

  const short = Object.fromEntries(entries.filter(entry => !isLong(entry))) as unknown as Fields;
  const head = {...record, fields: short};
  if (record.deleted) return {value: head};
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
