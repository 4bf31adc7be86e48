import {once} from 'node:events';
import {Agent, type IncomingMessage, request as startRequest} from 'node:http';
import {connect} from 'node:net';
import {buffer, text} from 'node:stream/consumers';

/* Requests that `fetch` would refuse or change, for tests of HTTP and the fuzz tests. `sendBytes` sends what is not
 * HTTP at all. */

/** A request as it is sent, valid or not. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as they are sent, in bytes of Latin-1. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const timeoutMs = 20_000;

/** Returns a function that sends HTTP requests with any method, target, headers and body. */
export function createRawClient(url: string): (request: RawRequest) => Promise<RawResponse> {
  const {hostname, port, host} = new URL(url);
  const agent = new Agent({keepAlive: true});

  return async ({method, target, headers, body}) => {
    const length = body ? [['content-length', String(body.length)] as const] : [];
    const sent = [['host', host] as const, ...headers, ...length].flat();
    const call = startRequest({hostname, port, agent, method, path: target, headers: sent});
    call.setTimeout(timeoutMs, () => call.destroy(new Error('There was no response.')));
    call.end(body);
    // The response to a malformed request has a body even for HEAD, which the client reports as an error.
    call.on('error', () => undefined);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return {status: response.statusCode ?? 0, headers: response.headers, text: await text(response)};
  };
}

/** Sends any bytes, closes the sending side, and returns everything received until the connection ends. */
export async function sendBytes(url: string, bytes: Buffer | string): Promise<string> {
  const {hostname, port} = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The connection did not end.')));
  await once(socket, 'connect');
  socket.end(bytes);
  return (await buffer(socket)).toString();
}
