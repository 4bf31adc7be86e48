import {ConfigError} from './config.ts';

/** Of the first passed socket, as `sd_listen_fds(3)` defines it. */
const firstDescriptor = 3;

/**
 * Returns the descriptor of the listening socket that systemd passed to this process, and `undefined` when it passed none. Deletes
 * the variables that say so, since the socket is not meant for child processes.
 *
 * @throws {ConfigError} when it is not exactly one socket.
 */
export function takePassedSocket(variables: NodeJS.ProcessEnv): number | undefined {
  const {LISTEN_PID: pid, LISTEN_FDS: sockets} = variables;
  delete variables.LISTEN_PID;
  delete variables.LISTEN_FDS;
  delete variables.LISTEN_FDNAMES;
  if (pid !== String(process.pid)) return undefined;
  if (sockets === '1') return firstDescriptor;
  throw new ConfigError([
    `LISTEN_FDS: Must be 1, not ${sockets ?? 'missing'}: the service listens on one socket. Give the socket unit one ListenStream.`,
  ]);
}
