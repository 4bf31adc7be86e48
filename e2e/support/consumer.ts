// Fixtures for tests that install the packages as a portal would. `test.ts` merges them into `test`. Add a fixture here
// for another kind of project that uses the packages.
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {test as base} from 'playwright/test';

import {withDirectory} from './directory.ts';
import {lend} from './lend.ts';
import {runShell, startUntil} from './shell.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Variables that make npm prefer its cache. */
export const npm = {npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false'};

interface Fixtures {
  /** Runs a command in a directory until its output matches, and returns the match. The command is stopped after the test. */
  runUntil: (...command: Parameters<typeof startUntil>) => Promise<RegExpExecArray>;
}

interface WorkerFixtures {
  /** The paths of the packages' tarballs, as npm publishes them. */
  tarballs: Readonly<Record<'elements' | 'server', string>>;
}

/** Fixtures for projects that install the packages from their tarballs. */
export const consumers = base.extend<Fixtures, WorkerFixtures>({
  tarballs: [
    // Playwright reads the names of the fixtures that a fixture needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) =>
      withDirectory(async packed => {
        await runShell(`node scripts/pack.mjs ${packed}`, root);
        const names = await readdir(packed);
        const pathOf = (tarball: RegExp) => join(packed, names.find(name => tarball.test(name)) ?? '');
        await use({elements: pathOf(/^tavle-\d.*\.tgz$/), server: pathOf(/^tavle-server-\d.*\.tgz$/)});
      }),
    {scope: 'worker'},
  ],

  // oxlint-disable-next-line no-empty-pattern
  runUntil: async ({}, use) => {
    await lend(
      startUntil,
      running => running.stop(),
      start => use(async (...command) => (await start(...command)).match),
    );
  },
});
