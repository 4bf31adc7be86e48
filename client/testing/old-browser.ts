import {vi} from 'vitest';

/** Removes `AbortSignal.any` (Chrome 116, Firefox 124, Safari 17.4) until `vi.unstubAllGlobals()`. */
export function withoutAbortSignalAny(): void {
  class OldAbortSignal extends AbortSignal {}
  Object.defineProperty(OldAbortSignal, 'any', {value: undefined});
  vi.stubGlobal('AbortSignal', OldAbortSignal);
}
