// The two ports of the demo, for `main.ts`. Here you can change how ports are checked. Keep the distance of 363 between
// them: the manual, `welcome.ts` and tests in `e2e` name the second port.
import {tryListening} from '../server/http/listen.ts';

/** The distance from the demo's port to the port for client certificates: 8443 for 8080. */
const offset = 363;

const maxPort = 65_535 - offset;

const remedy = `The demo needs two ports, TAVLE_PORT and TAVLE_PORT + ${offset}: set another one, such as TAVLE_PORT=8090.`;

/** Returns the port for client certificates; 0, any free port, if the demo's port is 0. */
export function certificatePort(port: number): number {
  return port === 0 ? 0 : port + offset;
}

/** Returns why the demo cannot use its two ports; `undefined` if it can. */
export async function portProblem(host: string, port: number): Promise<string | undefined> {
  if (!Number.isInteger(port) || port < 0 || port > maxPort)
    return `TAVLE_PORT: Must be a whole number from 0 to ${maxPort}. ${remedy}`;
  for (const each of [port, certificatePort(port)]) {
    const error = await tryListening(host, each, remedy);
    if (error) return error.message;
  }
  return undefined;
}
