import {once} from 'node:events';
import type {Server as HttpServer} from 'node:http';
import {type AddressInfo, createServer, type Server} from 'node:net';
import {setImmediate} from 'node:timers/promises';

import {isSystemError} from '../files.ts';

/* Opens and closes listening sockets, for the service, the demo and `tavle check`. Add the remedy of another error to
 * `describe`: an error must name the setting that the operator has to change. `stopListening` must lose no
 * connection. */

/** The maximum length of an idle turn of the event loop: in a longer one, another process may have run. */
const idleTurnMs = 0.05;
const maxTurns = 2_000;

/**
 * Listens and returns the port.
 *
 * @param remedy The end of the error message if another process uses the port.
 * @param setting The name of the setting with the port.
 * @throws {Error} that names the setting to change. Its cause is the error of the operating system.
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  remedy?: string,
  setting = 'TAVLE_PORT',
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(describeListenError(host, port, error, remedy, setting), {cause: error});
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Listens on a socket that another process has opened, and returns its host and port. The socket queues connections while this process
 * does not listen.
 *
 * @param fd The file descriptor of the socket.
 * @throws {Error} when `fd` is not a listening TCP socket.
 */
export async function listenOn(server: Server, fd: number): Promise<AddressInfo> {
  const refusal = (reason: string) =>
    new Error(
      `LISTEN_FDS: the passed socket ${reason}. Use a socket unit with ListenStream=ADDRESS:PORT and without Accept=.`,
    );
  server.listen({fd});
  await once(server, 'listening').catch((error: unknown) => {
    throw refusal(`cannot be listened on (${isSystemError(error) ? error.code : String(error)})`);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw refusal('has no IP address');
  return address;
}

/** Listens briefly. Returns the error of {@link listen} if that fails. */
export async function tryListening(
  ...where: [host: string, port: number, remedy?: string, setting?: string]
): Promise<Error | undefined> {
  const server = createServer();
  try {
    await listen(server, ...where);
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Closes the listening socket and idle connections. The operating system resets connections that are not accepted, and their clients do
 * not know whether their requests were handled. So this first waits for an idle turn of the event loop, in which no connection arrives.
 * Only connections that arrive in the microseconds between that turn and the close are reset.
 */
export async function stopListening(server: HttpServer): Promise<void> {
  let accepted = 0;
  server.on('connection', () => accepted++);
  // The current turn does not count: if it handles a signal, it accepts no more connections.
  await setImmediate();
  for (let turn = 0; turn < maxTurns; turn++) {
    const [before, started] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - started < idleTurnMs) break;
  }
  server.close();
}

function describeListenError(
  host: string,
  port: number,
  error: unknown,
  remedy = 'Stop the process that uses it, or set another port.',
  setting: string,
): string {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const hostSetting = setting === 'TAVLE_PORT' ? 'TAVLE_HOST' : setting;
  if (!isSystemError(error)) return `TAVLE_HOST, ${setting}: cannot listen on ${address}: ${String(error)}`;
  if (error.code === 'EADDRINUSE') return `${setting}: ${address} is already in use (EADDRINUSE). ${remedy}`;
  if (error.code === 'ENOTFOUND')
    return `${hostSetting}: "${host}" is not found (ENOTFOUND). Write one host or IP address, without a port.`;
  return `${error.code === 'EACCES' ? setting : hostSetting}: cannot listen on ${address} (${error.code}).`;
}
