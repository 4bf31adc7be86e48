import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

import {bounds} from '../../limits/bounds.ts';

type PendingRequest = [request: IncomingMessage, response: ServerResponse, start: RequestListener];

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * Starts a request after the previous responses on its connection are finished. Node.js dispatches pipelined requests (RFC 9112, section
 * 9.3.2) all at once, so a client that does not read could occupy any number of them.
 *
 * While requests wait, the connection is not read. Data that was read before may contain more requests. A connection with more than
 * `bounds.maxPipelinedRequests` is closed, and its client may resend the requests without a response.
 */
export function dispatchInOrder(
  request: IncomingMessage,
  response: ServerResponse,
  start: RequestListener,
): void {
  const {socket} = request;
  let pipeline = pipelines.get(socket);
  if (!pipeline) pipelines.set(socket, (pipeline = new Pipeline(socket)));
  pipeline.add(request, response, start);
}

class Pipeline {
  readonly #socket: Socket;
  readonly #waiting: PendingRequest[] = [];
  #isBusy = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node.js resumes a connection whenever a body is read or a response is drained.
    socket.on('resume', () => this.#waiting.length && socket.pause());
  }

  add(...request: PendingRequest): void {
    if (!this.#isBusy) {
      this.#start(...request);
      return;
    }
    this.#waiting.push(request);
    if (this.#waiting.length > bounds.maxPipelinedRequests) this.#socket.destroy();
    else this.#socket.pause();
  }

  #start(...[request, response, start]: PendingRequest): void {
    this.#isBusy = true;
    response.on('close', this.#startNext);
    start(request, response);
  }

  readonly #startNext = (): void => {
    this.#isBusy = false;
    // After `Connection: close` no further request may be processed (RFC 9112, section 9.6).
    if (!this.#socket.writable) this.#waiting.length = 0;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#start(...next);
    if (!this.#waiting.length) this.#socket.resume();
  };
}
