import {once} from 'node:events';
import {createServer} from 'node:net';

/** Listens for a moment; returns the error where that fails. */
export async function tryListening(host: string, port: number): Promise<unknown> {
  try {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return error;
  }
}
