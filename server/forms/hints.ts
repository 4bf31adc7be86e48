import type {HintRules} from '../store/hints.ts';
import {variantHints, type VariantRecord} from './variant.ts';

export const formHints: HintRules = {
  turnOf: ([kind]) => (kind === 'dia' ? 'with' : undefined),
  hintsOf: ([kind, , part], value) =>
    kind === 'leverandoer' && part === 'formular' ? variantHints(value as VariantRecord) : undefined,
};
