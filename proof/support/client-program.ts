// Starts the programs of `proof/clients/`, for `clients.spec.ts`. `proof/clients/README.md` describes their input and
// output: change both together.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';

/** The response that a program of `proof/clients` received. */
export interface Received {
  readonly status: number;
  /** `ETag`, or an empty string. */
  readonly tag: string;
  /** `WWW-Authenticate`, or an empty string. */
  readonly challenge: string;
  readonly body: string;
}

/** How a body is sent: with `Content-Length`, or in chunks. */
export type Framing = 'length' | 'chunked';

export interface Sent {
  readonly framing: Framing;
  /** The path of the file with the body. */
  readonly file: string;
}

export type Send = (method: string, path: string, body?: Sent, ...headers: string[]) => Promise<Received>;

/** A program of `proof/clients` that runs. */
export interface ClientProgram {
  /** Sends a request through the program. @throws Without a response. */
  readonly send: Send;
  stop(): void;
}

/** The maximum time until a response, also on a busy machine. A missing response is an error of the service. */
const responseTimeoutMs = 60_000;

/** Starts a program of `proof/clients`. @param env See `proof/clients/README.md`. */
export function startClientProgram(
  command: string,
  directory: string,
  env: NodeJS.ProcessEnv,
): ClientProgram {
  const {PATH, HOME} = process.env;
  // Passes few variables: some libraries read CAs and proxies from variables.
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: directory,
    env: {PATH, HOME, ...env},
  });
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdin.on('error', () => undefined);

  return {
    async send(method, path, body, ...headers) {
      const fields = [method, path, body?.framing ?? 'none', body?.file ?? '-', ...headers];
      child.stdin.write(`${fields.join('\t')}\n`);
      const timer = setTimeout(() => child.kill('SIGKILL'), responseTimeoutMs);
      const line = await lines.next();
      clearTimeout(timer);
      const [status, tag = '', challenge = '', received = ''] = (line.done ? '' : line.value).split('\t');
      if (!Number(status)) throw new Error(`${fields.join(' ')}: ${received || `no response. ${errors}`}`);
      return {status: Number(status), tag, challenge, body: received};
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
