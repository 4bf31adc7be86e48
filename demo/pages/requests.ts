// Requests of the demo's pages to `demo/routes.ts`, for the mails, panel, registry and session. Add a request here.
// Call `simulateFailures` before each request that the panel's switches must slow down or let fail.
import {settings} from './settings.ts';

/** A response of interface C. */
export interface Exchange {
  /** 0 if the service did not respond. */
  readonly status: number;
  readonly body: {
    readonly message?: string;
    /** English messages by field. */
    readonly errors?: Readonly<Record<string, readonly string[]>>;
    readonly fristId?: number;
    readonly antalModtagere?: number;
  };
}

/** Sends a request to a URL relative to the demo's pages: POST with a JSON body, GET without one. */
function send(url: string, body?: unknown): Promise<Response> {
  const post = {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)};
  return fetch(
    new URL(url, new URL(import.meta.env.BASE_URL, location.href)),
    body === undefined ? {} : post,
  );
}

/**
 * Returns the JSON of the response to a request.
 *
 * @throws If the response is not successful.
 */
export async function fetchJson<Body>(url: string, body?: unknown): Promise<Body> {
  const response = await send(url, body);
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}.`);
  return (await response.json()) as Body;
}

/** Delivers a deadline through the demo, which adds the client certificate. Never rejects. */
export async function deliver(frist: unknown): Promise<Exchange> {
  try {
    await simulateFailures();
    const response = await send('frister', frist);
    return {status: response.status, body: (await response.json()) as Exchange['body']};
  } catch (error) {
    console.error(error);
    return {status: 0, body: {}};
  }
}

/** Waits, and throws, if a developer has chosen slow or failing requests. */
export async function simulateFailures(): Promise<void> {
  if (settings.slow === 'true') await new Promise(resolve => setTimeout(resolve, 3000));
  if (settings.failing === 'true') throw Object.assign(new Error('Simulated failure.'), {status: 503});
}
