import {createServer, type RequestListener} from 'node:http';

import {callerWith, type TestResponse} from './certificates.ts';
import {listenForTest} from './listen-for-test.ts';

/* Requests from any IP address, for tests of limits per address and of access to the metrics. */

/** Sends a request to a service as if it came from another address. @param method Default: GET. */
export type PeerRequest = (
  address: string,
  path: string,
  headers?: Record<string, string>,
  method?: string,
) => Promise<TestResponse>;

/** Listens for requests of made-up addresses during one test, and passes them to a service. */
export async function listenForPeers(handle: RequestListener): Promise<PeerRequest> {
  let remoteAddress = '';
  const server = createServer((request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', {value: remoteAddress});
    handle(request, response);
  });
  const port = await listenForTest(server);
  return (address, path, headers = {}, method = 'GET') => {
    remoteAddress = address;
    // HTTP callers open a connection per request.
    return callerWith(`http://127.0.0.1:${port}`)(method, path, undefined, headers);
  };
}
