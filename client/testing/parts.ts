import {type Mock, onTestFinished, vi} from 'vitest';

import {ApiError} from '../api/api.ts';
import type {Part} from '../shared/part.ts';

/**
 * Removes a part of an element until the test ends. Each attempt to load it fails, or lasts.
 *
 * @returns `load` has the attempts; `heal` lets it load from then on.
 */
export async function removePart<Exports>(
  part: Part<Exports>,
  outcome: 'fails' | 'lasts' = 'fails',
): Promise<{heal: () => void; load: Mock}> {
  await part.load();
  const {exports} = part;
  let isHealed = false;
  part.exports = undefined;
  const load = vi.spyOn(part, 'load').mockImplementation(() => {
    if (outcome === 'lasts') return new Promise(() => undefined);
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
    },
  };
}
