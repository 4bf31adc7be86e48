import {existsSync, readFileSync} from 'node:fs';
import type {Server} from 'node:http';
import type {Socket} from 'node:net';

import {networkOfSocket} from './addresses.ts';

/* Limits the open connections, for the listener and `service.ts`. `makeRoom` chooses the connection to close. Proxies
 * must lose no open connection, and no network may keep out others. `tavle check` and `service.ts` warn if the limit of
 * open files is too low. */

export interface ConnectionOptions {
  /** Returns whether a connection is one of a proxy, which carries the requests of many callers. Default: none is. */
  readonly isProxy?: (socket: Socket) => boolean;
  /** Called when a connection is refused, or closed to make room for another. */
  readonly onRefused?: () => void;
}

/** The TCP connections with a request in progress. */
const busy = new WeakSet<Socket>();

/** Records whether a connection has a request in progress. */
export function setBusy(socket: Socket, isBusy: boolean): void {
  // Node.js has no public name for the TCP connection under a TLS connection.
  const transport = (socket as {_parent?: Socket | null})._parent ?? socket;
  if (isBusy) busy.add(transport);
  else busy.delete(transport);
}

/**
 * Limits the open connections. At the maximum, a new connection replaces an idle one of the network with the most connections, so that no network
 * keeps out others. If none of these is idle, a new connection of a smaller network replaces the oldest of them. Otherwise the new connection is
 * closed. Proxies lose no open connection.
 */
export function limitConnections(
  server: Server,
  max: number,
  {isProxy = () => false, onRefused = () => undefined}: ConnectionOptions = {},
): void {
  /** The connections by network, except those of proxies; the oldest first. */
  const networks = new Map<string, Set<Socket>>();
  let total = 0;

  function makeRoom(added: Socket, own: Set<Socket> | undefined): void {
    let largest = own;
    for (const each of networks.values()) if (each.size > (largest?.size ?? 0)) largest = each;
    const others = [...(largest ?? [])].filter(socket => socket !== added);
    const idle = others.find(socket => !busy.has(socket));
    const closed = idle ?? (own && own !== largest ? others[0] : undefined) ?? added;
    closed.destroy();
    onRefused();
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOfSocket(socket);
    const own = isProxy(socket) ? undefined : (networks.get(network) ?? new Set());
    if (own) networks.set(network, own.add(socket));
    total += 1;
    socket.once('close', () => {
      total -= 1;
      if (own?.delete(socket) && !own.size) networks.delete(network);
    });
    if (total > max) makeRoom(socket, own);
  });
}

const limitsOfProcess = '/proc/self/limits';

/**
 * Warns if the process may open fewer files than connections: without a free descriptor, new connections are closed, and neither the log nor a metric
 * has them. Knows the limit on Linux only.
 */
export function warnOfFileLimit(maxConnections: number): string[] {
  const limits = existsSync(limitsOfProcess) ? readFileSync(limitsOfProcess, 'latin1') : '';
  const [, limit = Infinity] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  if (Number(limit) > maxConnections) return [];
  return [
    `TAVLE_MAX_CONNECTIONS: the process may open only ${limit} files (ulimit -n), and closes new connections above that number. Raise the limit, or set a lower number.`,
  ];
}
