import {vi} from 'vitest';

/** Creates a listener of a model, for the tests of models: a connected element that cancels no event. Add the methods of a new listener type here. */
export function createListener() {
  return {
    isConnected: vi.fn(() => true),
    changed: vi.fn(),
    dispatch: vi.fn<(event: Event) => boolean>(() => true),
    saved: vi.fn(),
    navigated: vi.fn(),
    opened: vi.fn(),
    isRendered: vi.fn(() => true),
  };
}
