interface Call {
  readonly method: string;
  readonly url: URL;
  readonly token: string | null;
  /** The entity tag of a precondition. */
  readonly ifMatch: string | null;
  /** The body, parsed from JSON. */
  readonly body: unknown;
}

/** A fake network with delays and failures, on which the `fake-….ts` files build. Add a kind of failure here: all of these get it. */
export interface FakeNetwork {
  /** The requests that the person waits for. */
  readonly calls: Call[];
  /** The prefetches, with low priority. */
  readonly prefetched: Call[];
  /** The other requests. */
  readonly background: Call[];
  /** Delays all responses, or those of paths or queries that contain a text, until `release`. Returns a function that releases only these. */
  hold(path?: string): () => void;
  release(): void;
  /** Returns a status for all requests, a method, or paths or queries that contain a text, until `heal`; 0: no response. */
  break(status: number, method?: string, path?: string): void;
  heal(): void;
}

/**
 * Replaces `fetch` with a fake network. @param respond Returns the response to a request that reaches the service.
 * @param isBackground Returns whether a request belongs to `background`.
 */
export function fakeNetwork(
  respond: (call: Call) => Response,
  isBackground: (call: Call) => boolean = () => false,
): FakeNetwork {
  const calls: Call[] = [];
  const prefetched: Call[] = [];
  const background: Call[] = [];
  let broken: {status: number; method: string | undefined; path: string} | undefined;
  let held = Promise.resolve();
  let heldPath = '';
  let release: () => void = () => undefined;

  const fetch = async (address: string, init: RequestInit) => {
    const url = new URL(address, 'location' in globalThis ? location.href : undefined);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    const call = {method, url, body, token: headers.get('authorization'), ifMatch: headers.get('if-match')};
    if (isBackground(call)) background.push(call);
    else (init.priority === 'low' ? prefetched : calls).push(call);
    const target = `${url.pathname}${url.search}`;
    const isBroken = broken && (broken.method ?? method) === method && target.includes(broken.path);
    const fault = isBroken ? broken?.status : undefined;
    if (target.includes(heldPath)) await held;
    init.signal?.throwIfAborted();
    if (fault === 0) throw new TypeError('Failed to fetch');
    if (fault) return Response.json({status: 'Error', code: fault, message: 'broken'}, {status: fault});
    return respond(call);
  };
  Object.assign(globalThis, {fetch});

  return {
    calls,
    prefetched,
    background,
    hold: (path = '') => {
      heldPath = path;
      held = new Promise(resolve => (release = resolve));
      return release;
    },
    release: () => release(),
    break: (status, method, path = '') => {
      broken = {status, method, path};
    },
    heal: () => {
      broken = undefined;
    },
  };
}
