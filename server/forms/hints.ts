import type {HintRules} from '../store/hints.ts';
import {storedBytesKey} from '../limits/storage-quota.ts';
import {formSchemaOf} from './stored-schemas.ts';
import {variantBytes} from './texts.ts';
import {type VariantHead, variantHints} from './variant.ts';

export const formHints: HintRules = {
  turnOf([kind, , , , part]) {
    return kind === 'dia' || (kind === 'leverandoer' && part === 'tekster') ? 'with' : undefined;
  },
  hintsOf([kind, , part, , below], value) {
    const isHead = kind === 'leverandoer' && part === 'formular' && below === undefined;
    return isHead ? variantHints(value as VariantHead) : undefined;
  },
  schemaOf: formSchemaOf,
  usageOf([kind, , part, , below], value) {
    if (kind !== 'leverandoer' || part !== 'formular' || below !== undefined) return undefined;
    const head = value as VariantHead;
    return {counter: storedBytesKey('leverandoer', head.cvr), bytes: variantBytes(head)};
  },
};
