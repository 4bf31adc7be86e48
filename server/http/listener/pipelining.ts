import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

import {bounds} from '../../limits/bounds.ts';

/** Starts the handling of a request. */
type Start = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a request as soon as the responses before it on its connection are finished. */
export type TakeTurn = (request: IncomingMessage, response: ServerResponse, start: Start) => void;

/**
 * Hands over the requests of each connection one after another. Node.js itself dispatches pipelined requests (RFC 9112,
 * section 9.3.2) all at once, so a client that does not read would occupy as many of them as it likes.
 *
 * While requests wait, the connection is not read. What was read already may contain more of them; a connection with more
 * than `bounds.maxPipelinedRequests` is closed, and its client may send again what was not answered.
 */
export function createTurns(): TakeTurn {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response, start) => {
    const {socket} = request;
    let pipeline = pipelines.get(socket);
    if (!pipeline) pipelines.set(socket, (pipeline = new Pipeline(socket)));
    pipeline.add(request, response, start);
  };
}

/** The requests of one connection. */
class Pipeline {
  readonly #socket: Socket;
  readonly #waiting: Parameters<TakeTurn>[] = [];
  #isBusy = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node.js resumes a connection whenever a body is read or a response is drained.
    socket.on('resume', () => this.#waiting.length && socket.pause());
  }

  add(request: IncomingMessage, response: ServerResponse, start: Start): void {
    if (!this.#isBusy) {
      this.#start(request, response, start);
      return;
    }
    this.#waiting.push([request, response, start]);
    if (this.#waiting.length > bounds.maxPipelinedRequests) this.#socket.destroy();
    else this.#socket.pause();
  }

  #start(request: IncomingMessage, response: ServerResponse, start: Start): void {
    this.#isBusy = true;
    response.once('close', this.#startNext);
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
