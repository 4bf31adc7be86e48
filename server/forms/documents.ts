import {z} from 'zod';

import type {DocumentType, EntrySet, Lead} from '../store/document-type.ts';
import {variantBytes} from './texts.ts';
import {
  changeMember,
  changesIndex,
  diaKey,
  parseChange,
  permalinkKey,
  runningNumber,
  supplierIndex,
  variantHead,
  variantKey,
  type VariantHead,
  type VariantName,
  type VariantParts,
} from './variant.ts';

/** The number of bytes that count as one item: a CVR number in a list. */
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
  entriesOf: head => [listEntry(head), changeEntry(head)],
  indexes: [{segments: changesIndex, parse: changeLead}],
  pointersOf({cvr, egetId, diaId, permalink, permalinkAt}) {
    const value = {cvr, egetId};
    const links = permalinkAt.map(authority => ({key: permalinkKey(authority, permalink), value}));
    return [{key: diaKey(diaId), value}, ...links];
  },
  takenOf({diaId}) {
    const place = diaId.lastIndexOf('.');
    return {counter: runningNumber(diaId.slice(0, place)), number: Number(diaId.slice(place + 1))};
  },
  usageOf: head => ({owner: 'leverandoer', cvr: head.cvr, bytes: variantBytes(head)}),
};

/** The entry in the list of its supplier, which stays. */
function listEntry({cvr, egetId}: VariantName): EntrySet {
  return {
    name: 'list',
    isUnique: false,
    entries: () => [{index: supplierIndex(cvr), member: egetId}],
  };
}

function changeLead(member: string): Lead | undefined {
  const change = parseChange(member);
  return change && {key: variantKey(change), set: member, time: change.changed};
}

/** The entry among the changes. Two attempts at the same time may have the same one. */
function changeEntry(head: VariantHead): EntrySet {
  const member = changeMember(head);
  return {name: member, isUnique: false, entries: () => [{index: changesIndex, member}]};
}

const {cvr, egetId} = variantHead.shape;

/** Leads to a variant. */
const pointer = {schema: z.looseObject({cvr, egetId}), phase: 'derived'} as const;

/** The documents of forms, for checks, backups, repairs and the inventory of `document-types.ts`. */
export const formDocuments = [
  variantDocument,
  {segments: ['dia', '*'], ...pointer},
  {segments: ['permalink', '*', '*'], ...pointer},
] as const;
