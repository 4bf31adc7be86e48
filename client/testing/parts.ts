import {type Mock, onTestFinished, vi} from 'vitest';

import {ApiError} from '../api/api.ts';
import type {Part} from '../shared/part.ts';

/**
 * Removes a part of an element until the test ends. Each load fails, never ends, or waits for `heal`.
 *
 * @returns `load` records the loads; `heal` lets them succeed.
 */
export async function removePart<Exports>(
  part: Part<Exports>,
  outcome: 'fails' | 'lasts' | 'waits' = 'fails',
): Promise<{heal: () => void; load: Mock}> {
  await part.load();
  const {exports} = part;
  let isHealed = false;
  let healed: (() => void) | undefined;
  const waiting = new Promise<void>(resolve => {
    healed = resolve;
  });
  part.exports = undefined;
  const load = vi.spyOn(part, 'load').mockImplementation(() => {
    if (outcome === 'lasts') return new Promise(() => undefined);
    if (outcome === 'waits') return waiting;
    part.exports = isHealed ? exports : undefined;
    part.error = isHealed ? undefined : new ApiError(0, 'It is missing.');
    return Promise.resolve();
  });
  onTestFinished(() => {
    load.mockRestore();
    part.exports = exports;
    part.error = undefined;
  });
  return {
    load,
    heal() {
      isHealed = true;
      if (outcome === 'waits') part.exports = exports;
      healed?.();
    },
  };
}
