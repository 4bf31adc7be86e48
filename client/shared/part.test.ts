import {css} from 'lit';
import {afterEach, describe, expect, it, vi} from 'vitest';

import type {TavleErrorEvent} from '../events.ts';
import {addStyles, Part} from './part.ts';

afterEach(() => vi.restoreAllMocks());

const loadOnce = () => vi.fn<() => Promise<string>>().mockResolvedValue('exports');
const loadSecondTime = () => loadOnce().mockRejectedValueOnce(new TypeError('offline'));

describe('a part', () => {
  it('is loaded once for all elements', async () => {
    const load = loadOnce();
    const part = new Part(load);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([part.load(), part.load()]);
    await part.load();
    expect(load).toHaveBeenCalledOnce();
    expect(part.exports).toBe('exports');
  });

  it('keeps the error until it is loaded on retry', async () => {
    const part = new Part(loadSecondTime());
    await part.load();
    expect([part.exports, part.failure]).toEqual([undefined, 'away']);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(part.failure).toBe('offline');
    await part.load();
    expect([part.exports, part.failure]).toEqual(['exports', undefined]);
  });

  it('is not prefetched again after a failure', async () => {
    const load = loadSecondTime();
    const part = new Part(load);
    await part.load();
    part.prefetch();
    expect(load).toHaveBeenCalledOnce();
  });

  it('renders its element before and after the load, and dispatches errors', async () => {
    const host = Object.assign(document.createElement('p'), {requestUpdate: vi.fn<() => void>()});
    const events: TavleErrorEvent[] = [];
    host.addEventListener('tavle-error', event => events.push(event));
    const part = new Part(loadSecondTime());
    const loaded = part.loadFor(host as never);
    expect(host.requestUpdate).toHaveBeenCalledTimes(1);
    await loaded;
    expect(host.requestUpdate).toHaveBeenCalledTimes(2);
    expect(events.map(({operation, cause}) => [operation, cause])).toEqual([['load', part.error]]);
    await part.loadFor(host as never);
    expect(events).toHaveLength(1);
  });
});

it('adds a style sheet to an element once, after existing ones', () => {
  const host = document.createElement('div');
  const root = host.attachShadow({mode: 'open'});
  const own = new CSSStyleSheet();
  root.adoptedStyleSheets = [own];
  const added = css`
    p {
      color: red;
    }
  `;
  addStyles(host, added);
  addStyles(host, added);
  expect(root.adoptedStyleSheets).toEqual([own, added.styleSheet]);
});
