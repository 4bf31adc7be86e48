import {settings} from '../settings.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Answer {
  status: number;
  body: unknown;
}

const slowMilliseconds = 3000;

/**
 * Calls interface A or B with a supplier's certificate, which the demo's server keeps; slowly or not at all where the
 * visitor asked for that.
 *
 * @param caller The supplier's CVR number.
 * @param body Anything that JSON can hold; left out for none.
 * @returns The response, of any status.
 * @throws When there is no response.
 */
export async function callAs(caller: string, method: Method, path: string, body?: unknown): Promise<Answer> {
  if (settings.slow) await new Promise(resolve => setTimeout(resolve, slowMilliseconds));
  if (settings.failing) throw new Error('The visitor asked for calls that fail.');

  const response = await fetch(`${import.meta.env.BASE_URL}kald`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({som: caller, method, path, body}),
  });
  return {status: response.status, body: await response.json()};
}

/**
 * What a supplier reads.
 *
 * @throws When the status is not 200.
 */
export async function readAs<Body>(caller: string, path: string): Promise<Body> {
  const {status, body} = await callAs(caller, 'GET', path);
  if (status !== 200) throw new Error(`${path} answered ${status}.`);
  return body as Body;
}
