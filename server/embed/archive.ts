import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** Scripts of earlier versions, in a directory with a folder for each version. */
export interface EmbedArchive {
  readonly directory: string;
  /** Paths in the directory: `/0.1.0/tavle.js`. */
  readonly paths: ReadonlySet<string>;
  /** Versions with scripts. */
  readonly versions: readonly string[];
  /** Names in the directory that are not versions with a script. */
  readonly ignored: readonly string[];
}

/** The bounds of scripts in memory. A version has about 400 KB. */
const [maxFiles, maxBytes] = [1_000, 64 * 1024 ** 2];

/** A version of Semantic Versioning. */
const versionName = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\dA-Za-z][\dA-Za-z.-]{0,63})?$/;

/** The names of scripts and compressed scripts of all versions. */
const scriptName = /^[a-z][a-z\d-]{0,63}\.js(?:\.br|\.gz)?$/;

/**
 * Finds the scripts of earlier versions. Ignores symbolic links and other names.
 *
 * @throws {NodeJS.ErrnoException} when the directory can't be read.
 * @throws {Error} when it has more than the process should keep in memory.
 */
export function findArchive(directory: string): EmbedArchive {
  const entries = readdirSync(directory, {withFileTypes: true});
  const paths = entries
    .filter(entry => entry.isDirectory() && versionName.test(entry.name))
    .flatMap(({name}) => scriptsIn(directory, name));
  if (paths.length > maxFiles) throw new Error(`${directory} has more than ${maxFiles} scripts.`);
  const bytes = paths.reduce((sum, path) => sum + statSync(join(directory, path)).size, 0);
  if (bytes > maxBytes) throw new Error(`${directory} has more than ${maxBytes / 1024 ** 2} MiB of scripts.`);
  const versions = new Set(paths.flatMap(path => path.split('/')[1] ?? []));
  return {
    directory,
    paths: new Set(paths),
    versions: [...versions],
    ignored: entries.map(({name}) => name).filter(name => !versions.has(name)),
  };
}

function scriptsIn(directory: string, version: string): string[] {
  return readdirSync(join(directory, version), {withFileTypes: true})
    .filter(entry => entry.isFile() && scriptName.test(entry.name))
    .map(({name}) => `/${version}/${name}`);
}
