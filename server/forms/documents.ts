import {z} from 'zod';

import {storedBytesKey} from '../store/storage-quota.ts';
import type {DocumentType} from '../store/document-type.ts';
import {variantBytes} from './texts.ts';
import {variantDependencies, type VariantHead, variantHead} from './variant.ts';

const {cvr, egetId} = variantHead.shape;
const name = z.looseObject({cvr, egetId});

/** The head of a variant. Segments and shape are stored: see {@link DocumentType}. */
export const variantDocument: DocumentType<VariantHead> = {
  segments: ['leverandoer', '*', 'formular', '*'],
  schema: variantHead.loose(),
  phase: 'main',
  dependenciesOf: variantDependencies,
  usageOf: head => ({counter: storedBytesKey('leverandoer', head.cvr), bytes: variantBytes(head)}),
};

export const textsDocument: DocumentType = {
  segments: ['leverandoer', '*', 'formular', '*', 'tekster', '*'],
  schema: name.extend({fields: z.looseObject({})}),
  phase: 'with',
};

const reference = {schema: name, phase: 'with'} as const;

/** The documents of forms, for checks, backups, repairs and the inventory of `document-types.ts`. */
export const formDocuments: readonly DocumentType[] = [
  variantDocument,
  textsDocument,
  {segments: ['dia', '*'], ...reference},
  {segments: ['permalink', '*', '*'], ...reference},
];
