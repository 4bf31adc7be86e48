import {cp, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {type Running, runShell, startUntil} from './shell.ts';
import {test as base} from './test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const consumers = fileURLToPath(new URL('../consumers', import.meta.url));

/** What is fetched comes from npm's cache where that has it. */
export const npm = {npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false'};

/** What a project that has the package runs. Each is ended after the test. */
export interface Commands {
  /** Runs a command until its output matches; gives what the first group found. */
  start: (command: string, ready: RegExp, directory: string, env?: NodeJS.ProcessEnv) => Promise<string>;
  /** Starts the package's own demo; gives its address. */
  startDemo: (directory: string) => Promise<string>;
  /** Starts one of Vite's servers; gives its address. */
  startVite: (command: string, directory: string, env?: NodeJS.ProcessEnv) => Promise<string>;
}

interface Fixtures {
  commands: Commands;
  /** Copies a project of `e2e/consumers`, installs the package in it, and gives its directory. */
  install: (name: string) => Promise<string>;
}

interface WorkerFixtures {
  /** The package as `npm pack` makes it: a path. */
  tarball: string;
}

/** Playwright's `test` for what has the package from its tarball, like anybody's project. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  tarball: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const packed = await mkdtemp(join(tmpdir(), 'tavle-package-'));
      await runShell(`npm pack --ignore-scripts --pack-destination ${packed}`, root);
      await use(join(packed, (await readdir(packed))[0] ?? ''));
      await rm(packed, {recursive: true, force: true});
    },
    {scope: 'worker'},
  ],

  // Playwright reads the names of the fixtures that a fixture needs from its first parameter.
  // eslint-disable-next-line no-empty-pattern
  commands: async ({}, use) => {
    const running: Running[] = [];
    const start: Commands['start'] = async (...command) => {
      const started = await startUntil(...command);
      running.push(started);
      return started.match[1] ?? '';
    };
    await use({
      start,
      startDemo: directory => start('npx tavle demo', /^tavle ready (\S+)$/m, directory, {TAVLE_PORT: '0'}),
      startVite: (command, directory, env) =>
        start(`${command} --host 127.0.0.1 --port 0`, /Local: +(http\S+?)\/?\s/, directory, env),
    });
    await Promise.all(running.map(each => each.stop()));
  },

  install: async ({directory, tarball}, use) => {
    await use(async name => {
      const project = join(directory, name);
      await cp(join(consumers, name), project, {recursive: true});
      await runShell(`npm install ${tarball}`, project, npm);
      return project;
    });
  },
});

export async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)));
}
