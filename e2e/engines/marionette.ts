import {once} from 'node:events';
import {connect, type Socket} from 'node:net';

import {withTimeout} from '../speech/timeout.ts';

/** A message of Marionette: 1 for a response, the id of the command, and either an error or a result. */
type Response = [type: number, id: number, error: {error: string; message: string} | null, result: unknown];

/** The protocol with which Firefox itself takes WebDriver's commands: JSON after its length in bytes, over TCP. */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, {resolve: (result: unknown) => void; reject: (error: Error) => void}>();
  #received = Buffer.alloc(0);
  #lastId = 0;
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', data => this.#read(data));
    // `close` follows, which rejects all that waits.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
      for (const {reject} of this.#waiting.values()) reject(new Error('Firefox ended.'));
    });
  }

  /** @param port On this machine. */
  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Marionette(socket);
  }

  /** @throws With the error that Firefox responds with, or after a time limit. */
  async send(command: string, parameters: object = {}): Promise<unknown> {
    if (this.#isClosed) throw new Error(`Firefox ended before ${command}.`);
    const id = ++this.#lastId;
    const message = JSON.stringify([0, id, command, parameters]);
    const response = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, {resolve, reject}));
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return withTimeout(response, `Firefox did not respond to ${command} in time.`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      // The first message greets, and is not a list.
      if (Array.isArray(message)) this.#settle(message as Response);
    }
  }

  #settle([, id, error, result]: Response): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result && typeof result === 'object' && 'value' in result ? result.value : result);
  }
}
