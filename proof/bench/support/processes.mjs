/*
 * Starts the service or another Node.js server in a new process and reads its processor time and memory, for the files `measure.mjs`. A script
 * must print a ready line that ends with its URL. Add a figure of a process to `read` and to `report-usage.mjs`.
 */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';

export const cli = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));
const reportUsage = fileURLToPath(new URL('report-usage.mjs', import.meta.url));

/** A Node.js server that reports its processor time and memory. */
export class MeasuredServer {
  /**
   * Starts a server and waits for its ready line, which ends in its URL.
   *
   * @param {string} script @param {string[]} parameters @param {NodeJS.ProcessEnv} env
   * @param {{cwd?: string, core?: number}} [options] `core`: the CPU core to run on. Default: any.
   */
  static async start(script, parameters, env, {cwd, core} = {}) {
    const command = [process.execPath, '--import', reportUsage, script, ...parameters];
    const [program = '', ...rest] =
      core === undefined ? command : ['taskset', '-c', String(core), ...command];
    const child = spawn(program, rest, {
      env,
      ...(cwd === undefined ? {} : {cwd}),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const kill = () => void child.kill();
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    let printed = '';
    /** @type {string} */
    const url = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', code => reject(new Error(`${script} ended with ${code}.\n${printed}`)));
      child.stdout?.on('data', piece => {
        printed += piece;
        const [, url] = /ready (\S+)\n/.exec(printed) ?? [];
        if (url) resolve(url);
      });
    });
    return new MeasuredServer(child, url);
  }

  /** @param {import('node:child_process').ChildProcess} child @param {string} url */
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  /**
   * Returns a figure of the process: its processor time so far in microseconds; its maximum resident set so far in bytes; the bytes of
   * reachable objects after a garbage collection; or the longest time without a turn of the event loop since the last call in milliseconds.
   *
   * @param {'cpu' | 'peak' | 'heap' | 'block'} figure @returns {Promise<number>}
   */
  async read(figure) {
    this.child.send(figure);
    const [value] = await once(this.child, 'message');
    return value;
  }

  async stop() {
    this.child.kill();
    await once(this.child, 'exit');
  }
}

/**
 * Runs work with a service, and then stops it.
 *
 * @template Result
 * @param {NodeJS.ProcessEnv} env @param {(server: MeasuredServer) => Promise<Result>} work
 */
export async function withTavle(env, work) {
  const server = await MeasuredServer.start(cli, ['serve'], env);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
