/* Takes the socket of systemd and reports that the service is ready, for `run.ts`. To report another state, call `send`
 * in `notifyReady`. systemd defines the variables and the messages: see `sd_listen_fds(3)` and `sd_notify(3)`. A failed
 * report must not stop the service. */

import {spawn} from 'node:child_process';

import {ConfigError} from '../settings.ts';

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

/**
 * Reports to systemd that the service is ready, then that its event loop runs, twice per `WatchdogSec` (`sd_notify(3)`). Node.js has no
 * datagram sockets of the file system, so `systemd-notify` sends the messages. Does nothing without `NOTIFY_SOCKET`.
 *
 * @param onFailure Called with the first message that could not be sent.
 */
export function notifyReady(variables: NodeJS.ProcessEnv, onFailure: (error: Error) => void): void {
  const {NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds, WATCHDOG_PID: pid = process.pid} = variables;
  if (!socket) return;
  let hasFailed = false;
  function fail(error: Error): void {
    if (!hasFailed) onFailure(error);
    hasFailed = true;
  }
  const send = (message: string) =>
    spawn('systemd-notify', [message], {stdio: 'ignore', env: variables})
      .on('error', fail)
      .on('exit', code => code && fail(new Error(`systemd-notify exits with code ${code}.`)))
      .unref();
  send('READY=1');
  if (microseconds !== undefined && String(pid) === String(process.pid))
    setInterval(() => send('WATCHDOG=1'), Number(microseconds) / 2_000).unref();
}
