import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A real Redis server of a test's own: a free port of the loopback address, an append-only file in a new directory. */
export interface RedisServer {
  readonly url: string;
  /** Ends it without a chance to tidy up, keeping its files. */
  kill(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Starts it again after `kill`, on the same port and files. */
  restart(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-redis-'));
  const port = await freePort();
  let server = await launch();

  async function launch(): Promise<ChildProcess> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
    const started = spawn('redis-server', [...args, '--appendonly', 'yes', ...settings], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise<void>((resolve, reject) => {
      started.once('error', error =>
        reject(new Error('redis-server does not start: run "apt-get install redis-server".', {cause: error})),
      );
      started.once('exit', code =>
        reject(new Error(`redis-server ended at once with code ${String(code)}.`)),
      );
      started.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Ready to accept connections')) resolve();
      });
    });
    return started;
  }

  async function kill() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async restart() {
      server = await launch();
    },
    async stop() {
      await kill();
      await rm(directory, {recursive: true, force: true});
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const {port} = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
