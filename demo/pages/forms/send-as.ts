import {settings} from '../settings.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface FormsResponse {
  status: number;
  body: unknown;
}

const slowMs = 3000;

/**
 * Sends a request to interface A or B through the demo, which adds the supplier's certificate. Simulates delays and failures if the
 * developer has chosen them.
 *
 * @param caller The supplier's CVR number.
 * @param body A JSON value. Default: no body.
 * @returns The response, with any status.
 * @throws Without a response.
 */
export async function sendAs(
  caller: string,
  method: Method,
  path: string,
  body?: unknown,
): Promise<FormsResponse> {
  if (settings.slow) await new Promise(resolve => setTimeout(resolve, slowMs));
  if (settings.failing) throw new Error('Simulated failure.');

  const response = await fetch(`${import.meta.env.BASE_URL}kald`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({som: caller, method, path, body}),
  });
  return {status: response.status, body: await response.json()};
}

/**
 * Reads as a supplier.
 *
 * @throws If the status is not 200.
 */
export async function readAs<Body>(caller: string, path: string): Promise<Body> {
  const {status, body} = await sendAs(caller, 'GET', path);
  if (status !== 200) throw new Error(`${path} returned ${status}.`);
  return body as Body;
}
