import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';

const reportUsage = fileURLToPath(new URL('report-usage.mjs', import.meta.url));

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Starts a program and waits for its ready line.
 *
 * @param {string} command
 * @param {string[]} parameters
 * @param {RegExp} ready
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{child: ChildProcess, found: RegExpExecArray}>}
 */
async function start(command, parameters, ready, options = {}) {
  const child = spawn(command, parameters, {stdio: ['ignore', 'pipe', 'inherit'], ...options});
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let printed = '';
  const found = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`${command} ended with ${code}.\n${printed}`)));
    child.stdout?.on('data', chunk => {
      printed += chunk;
      const match = ready.exec(printed);
      if (match) resolve(match);
    });
  });
  return {child, found};
}

/** A Node.js server that reports its processor time and memory. */
export class MeasuredServer {
  /**
   * @param {string} script Prints a line that ends in the server's URL.
   * @param {string[]} parameters
   * @param {NodeJS.ProcessEnv} env
   * @param {string} [cwd]
   * @param {number} [core] The CPU core to run on. Default: any.
   */
  static async start(script, parameters, env, cwd, core) {
    const command = [process.execPath, '--import', reportUsage, script, ...parameters];
    const [program = '', ...rest] =
      core === undefined ? command : ['taskset', '-c', String(core), ...command];
    const {child, found} = await start(program, rest, /ready (\S+)\n/, {
      env,
      ...(cwd === undefined ? {} : {cwd}),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    return new MeasuredServer(child, found[1] ?? '');
  }

  /** @param {ChildProcess} child @param {string} url */
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  /** Returns the processor time so far, in microseconds.
   * @returns {Promise<number>} */
  cpu() {
    return this.#request('cpu');
  }

  /** Returns the maximum resident set size so far, in bytes.
   * @returns {Promise<number>} */
  peak() {
    return this.#request('memory');
  }

  /** Returns the bytes of reachable objects, after a garbage collection.
   * @returns {Promise<number>} */
  heap() {
    return this.#request('heap');
  }

  /** Returns the longest time without a turn of the event loop since the last call, in milliseconds.
   * @returns {Promise<number>} */
  block() {
    return this.#request('block');
  }

  /** @param {'cpu' | 'memory' | 'heap' | 'block'} what */
  async #request(what) {
    this.child.send(what);
    const [value] = await once(this.child, 'message');
    return value;
  }

  async stop() {
    this.child.kill();
    await once(this.child, 'exit');
  }
}
