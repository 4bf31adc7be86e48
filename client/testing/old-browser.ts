import {vi} from 'vitest';

/** Removes `AbortSignal.any`, which Chrome has since 116, Firefox since 124 and Safari since 17.4, until `vi.unstubAllGlobals()`. */
export function withoutAbortSignalAny(): void {
  class OldAbortSignal extends AbortSignal {}
  Object.defineProperty(OldAbortSignal, 'any', {value: undefined});
  vi.stubGlobal('AbortSignal', OldAbortSignal);
}
