import {cp, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {test as base} from 'playwright/test';

import {withDirectory} from './directory.ts';
import {readDocBlocks, splitPacking} from './doc-blocks.ts';
import {type Running, runShell, startUntil} from './shell.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = fileURLToPath(new URL('../consumers', import.meta.url));

/** Prefers npm's cache. */
export const npm = {npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false'};

/** Adds the installed commands to the path of a project's shell; `npx` would take a second. */
export const installed = {PATH: `../node_modules/.bin:${process.env.PATH ?? ''}`};

/** Starts commands in a project with the packages. They are stopped after the test. */
export interface Commands {
  /** Runs a command until its output matches, and returns the first group. */
  start: (command: string, ready: RegExp, directory: string, env?: NodeJS.ProcessEnv) => Promise<string>;
  /** Starts the server package's demo, and returns its URL. */
  startDemo: (directory: string) => Promise<string>;
  /** Starts one of Vite's servers, and returns its URL. */
  startVite: (command: string, directory: string, env?: NodeJS.ProcessEnv) => Promise<string>;
}

interface Fixtures {
  commands: Commands;
}

interface WorkerFixtures {
  /** The directory that the commands of the quickstart's first step have created. */
  quickstart: string;
  /**
   * The directory of copies of the projects in `e2e/consumers`. They share the quickstart's `node_modules`, which also has their
   * dependencies: an installation takes longer than the tests.
   */
  projects: string;
  /** The packages as npm publishes them. */
  tarballs: Tarballs;
}

/** Paths of tarballs. */
export type Tarballs = Readonly<Record<'elements' | 'server', string>>;

/** Fixtures for projects that install the packages from their tarballs. */
export const consumers = base.extend<Fixtures, WorkerFixtures>({
  tarballs: [
    // Playwright reads the names of the fixtures that a fixture needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) =>
      withDirectory(async packed => {
        await runShell(`node scripts/pack.mjs ${packed}`, root);
        const names = (await readdir(packed)).filter(name => name.endsWith('.tgz'));
        const pathOf = (start: RegExp) => join(packed, names.find(name => start.test(name)) ?? '');
        await use({elements: pathOf(/^tavle-\d/), server: pathOf(/^tavle-server-\d/)});
      }),
    {scope: 'worker'},
  ],

  quickstart: [
    async ({tarballs}, use) =>
      withDirectory(async directory => {
        const [packing = '', installing = ''] = (await readDocBlocks('start/portal-developer.md')).commands;
        const packages = join(directory, 'clone/dist/packages');
        for (const tarball of Object.values(tarballs)) await cp(tarball, join(packages, basename(tarball)));
        const {copy, directory: name} = splitPacking(packing);
        await runShell(copy, join(directory, 'clone'));
        await runShell(installing, join(directory, name), npm);
        await use(join(directory, name));
      }),
    {scope: 'worker'},
  ],

  projects: [
    async ({quickstart}, use) =>
      withDirectory(async directory => {
        await cp(sources, directory, {recursive: true});
        await runShell(`npm install --no-save ${(await allDependencies()).join(' ')}`, quickstart, npm);
        await symlink(join(quickstart, 'node_modules'), join(directory, 'node_modules'));
        await use(directory);
      }),
    {scope: 'worker'},
  ],

  // oxlint-disable-next-line no-empty-pattern
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
});

/** Returns the dependencies of all projects in `e2e/consumers`, as arguments for npm. */
async function allDependencies(): Promise<string[]> {
  const needs = await Promise.all(
    (await readdir(sources)).map(async name => {
      const text = await readFile(join(sources, name, 'package.json'), 'utf8');
      const {dependencies, devDependencies} = JSON.parse(text) as Record<string, Record<string, string>>;
      return Object.entries({...dependencies, ...devDependencies}).map(
        ([need, version]) => `${need}@${version}`,
      );
    }),
  );
  return [...new Set(needs.flat())];
}

export async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)));
}
