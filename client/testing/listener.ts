import {vi} from 'vitest';

/** Creates a listener of a model. It is connected, and cancels no event. */
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
