import {tryListening} from '../server/http/listener/listen.ts';

/** From the demo's port to that for calls with certificates: 8080 and 8443 are the usual pair. */
const distance = 363;

const highest = 65_535 - distance;

const remedy = `The demo needs two ports, TAVLE_PORT and TAVLE_PORT + ${distance}: set another one, such as TAVLE_PORT=8090.`;

/** Returns the port for calls with certificates. Where the demo's own port is any free one (0), so is this. */
export function certificatePort(port: number): number {
  return port === 0 ? 0 : port + distance;
}

/** Returns why the demo can't use its two ports; `undefined` when it can. Invalid numbers are left to the settings' own check. */
export async function portProblem(host: string, port: number): Promise<string | undefined> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return undefined;
  if (port > highest) return `TAVLE_PORT: Must be ${highest} or less. ${remedy}`;
  for (const each of [port, certificatePort(port)]) {
    const error = await tryListening(host, each, remedy);
    if (error) return error.message;
  }
  return undefined;
}
