import {createServer, type RequestListener} from 'node:http';

import {callerWith, type TestResponse} from './certificates.ts';
import {listen} from './listen.ts';

export interface PeerListener {
  /** Sends a request to a service as if it came from another address. @param method Default: GET. */
  readonly getFrom: (
    address: string,
    path: string,
    headers?: Record<string, string>,
    method?: string,
  ) => Promise<TestResponse>;
  readonly stop: () => void;
}

/** Listens for requests of made-up addresses, and passes them to a service. */
export async function listenForPeers(handle: RequestListener): Promise<PeerListener> {
  let remoteAddress = '';
  const server = createServer((request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', {value: remoteAddress});
    handle(request, response);
  });
  const port = await listen(server);
  return {
    getFrom(address, path, headers = {}, method = 'GET') {
      remoteAddress = address;
      // It opens a connection for each request.
      return callerWith(`http://127.0.0.1:${port}`)(method, path, undefined, headers);
    },
    stop: () => void server.close(),
  };
}
