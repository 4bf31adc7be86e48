import {ConfigError} from './config-error.ts';

/** `SD_LISTEN_FDS_START` of `sd_listen_fds(3)`. */
const firstDescriptor = 3;

/**
 * Returns the descriptor of the listening socket that systemd passed to this process; `undefined` without one. Deletes systemd's
 * variables, so that child processes do not use the socket.
 *
 * @throws {ConfigError} if systemd passed more than one socket.
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
