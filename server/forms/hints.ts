import type {HintRules} from '../store/hints.ts';
import {storedBytesKey} from '../limits/storage-quota.ts';
import {type CreationRecord, reservationBytes} from './creation.ts';
import {variantBytes} from './texts.ts';
import {type VariantHead, variantHints} from './variant.ts';

export const formHints: HintRules = {
  turnOf([kind, , area, , part]) {
    if (kind === 'leverandoer' && area === 'idempotens') return 'last';
    if (kind === 'dia' || kind === 'permalink') return 'with';
    return kind === 'leverandoer' && part === 'tekster' ? 'with' : undefined;
  },
  hintsOf([kind, , part, , below], value) {
    const isHead = kind === 'leverandoer' && part === 'formular' && below === undefined;
    return isHead ? variantHints(value as VariantHead) : undefined;
  },
  usageOf([kind, owner, part, , below], value) {
    if (kind === 'leverandoer' && part === 'idempotens') {
      const bytes = reservationBytes(value as CreationRecord);
      return {counter: storedBytesKey('leverandoer', owner), bytes};
    }
    if (kind !== 'leverandoer' || part !== 'formular' || below !== undefined) return undefined;
    const head = value as VariantHead;
    return {counter: storedBytesKey('leverandoer', head.cvr), bytes: variantBytes(head)};
  },
};
