import {isSystemError} from '../../files/file-error.ts';

/**
 * Describes why a server can't listen, and names the setting to change.
 *
 * @param remedy What to do when another process has the port.
 */
export function describeListenError(
  host: string,
  port: number,
  error: unknown,
  remedy = 'Stop the process that uses it, or set another port.',
): string {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!isSystemError(error)) return `TAVLE_HOST, TAVLE_PORT: cannot listen on ${place}: ${String(error)}`;
  if (error.code === 'EADDRINUSE') return `TAVLE_PORT: ${place} is already in use (EADDRINUSE). ${remedy}`;
  const setting = error.code === 'EACCES' ? 'TAVLE_PORT' : 'TAVLE_HOST';
  return `${setting}: cannot listen on ${place} (${error.code}).`;
}
