import type {Socket} from 'node:net';

import {errorBody} from '../response/problem.ts';

/** How long, in milliseconds, a client that is still sending may take to notice its answer. */
const lingering = 1_000;

/** An error as it goes out where no handler has a part in it: the name of its status, its headers and its body. */
export function bareAnswer(code: number, message: string) {
  const body = errorBody(code, message);
  const text = JSON.stringify(body);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
  };
  return {status: body.status, headers, text};
}

/** Ends a connection whose client may be sending still: closed at once, it would lose its answer. */
export function closeSoon(socket: Socket): void {
  setTimeout(() => socket.destroy(), lingering).unref();
}
