import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {runShell} from './shell.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prefers npm's cache. */
const npm = {npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false'};

/** An earlier release, installed from its tarball without development dependencies. */
export interface EarlierRelease {
  /** The directory of `npm install`. */
  readonly directory: string;
  readonly cli: string;
}

/**
 * Builds and packs an earlier commit, and installs the tarball.
 *
 * @param commit Must be in this clone.
 * @param version The version of the release.
 * @param directory An empty directory.
 */
export async function installEarlierRelease(
  commit: string,
  version: string,
  directory: string,
): Promise<EarlierRelease> {
  const [source, installed] = [join(directory, 'source'), join(directory, 'installed')];
  await runShell(`mkdir ${source} ${installed} && git archive ${commit} | tar -x -C ${source}`, root);
  // Installs that commit's dependencies, which may differ from today's.
  await runShell('npm ci --ignore-scripts', source, npm);
  const files = await readdir(source, {recursive: true});
  const isSplit = files.includes('server/package.json');
  for (const path of ['package.json', 'client/package.json', 'server/package.json']) {
    if (files.includes(path)) await nameVersion(join(source, path), version);
  }
  const packing = isSplit ? 'node scripts/pack.mjs .' : 'npm pack --ignore-scripts';
  await runShell(`node scripts/build.mjs && ${packing}`, source, npm);
  const tarball = `${isSplit ? 'tavle-server' : 'tavle'}-${version}.tgz`;
  await runShell(`npm install --omit=dev ${join(source, tarball)}`, installed, npm);
  return {directory: installed, cli: join(installed, 'node_modules/.bin/tavle')};
}

async function nameVersion(manifest: string, version: string): Promise<void> {
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"version": ".*?"/, `"version": "${version}"`));
}
