import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {runShell} from './shell.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages come from npm's cache where possible. */
const npm = {npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false'};

/** An earlier release, installed from its tarball without what is for development. */
export interface EarlierRelease {
  /** The directory that `npm install` was run in. */
  readonly directory: string;
  readonly cli: string;
}

/**
 * Builds and packs an earlier commit, and installs the tarball.
 *
 * @param commit Must be in this clone.
 * @param version What the release calls itself.
 * @param directory An empty directory.
 */
export async function installEarlierRelease(
  commit: string,
  version: string,
  directory: string,
): Promise<EarlierRelease> {
  const [source, installed] = [join(directory, 'source'), join(directory, 'installed')];
  await runShell(`mkdir ${source} ${installed} && git archive ${commit} | tar -x -C ${source}`, root);
  const manifest = join(source, 'package.json');
  await writeFile(
    manifest,
    (await readFile(manifest, 'utf8')).replace(/"version": ".*?"/, `"version": "${version}"`),
  );
  // With its own dependencies: they may be others than today's.
  await runShell(
    'npm ci --ignore-scripts && node scripts/build.mjs && npm pack --ignore-scripts',
    source,
    npm,
  );
  await runShell(`npm install --omit=dev ${join(source, `tavle-${version}.tgz`)}`, installed, npm);
  return {directory: installed, cli: join(installed, 'node_modules/tavle/dist/server/cli.js')};
}
