import {settings} from './settings.ts';

/** Sends a request to a URL relative to the demo's pages: POST with a JSON body, GET without one. */
export function send(url: string, body?: unknown): Promise<Response> {
  const request = body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)};
  const base = new URL(import.meta.env.BASE_URL, location.href);
  return fetch(new URL(url, base), {...request, headers: {'Content-Type': 'application/json'}});
}

/**
 * Sends a request, and returns the JSON of the response.
 *
 * @throws If the response is not successful.
 */
export async function fetchJson<Body>(url: string, body?: unknown): Promise<Body> {
  const response = await send(url, body);
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}.`);
  return (await response.json()) as Body;
}

/** Waits, and throws, if a developer has chosen slow or failing requests. */
export async function simulateFailures(): Promise<void> {
  if (settings.slow === 'true') await new Promise(resolve => setTimeout(resolve, 3000));
  if (settings.failing === 'true') throw Object.assign(new Error('Simulated failure.'), {status: 503});
}
