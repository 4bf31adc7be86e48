import {spawnSync} from 'node:child_process';

/** The file in each package that lists its parts and dependencies, in the format CycloneDX. `pack.mjs` writes it. */
export const sbomFile = 'sbom.cdx.json';

/**
 * Parts of the list that `npm sbom` writes.
 *
 * @typedef {{'bom-ref': string, name: string}} Component
 * @typedef {{ref: string, dependsOn: string[]}} Dependency
 * @typedef {{metadata: {component: Component}, components: Component[], dependencies: Dependency[]}} Bill
 */

/**
 * Returns the bill of materials of a package, from the lock file. It has no random number and no time, so that equal packages are equal files.
 *
 * @param {{name: string, version: string}} manifest
 * @param {{name: string, version: string}[]} contained Packages of this repository whose build the package contains.
 */
export function createSbom(manifest, contained) {
  // `--omit dev` would also omit dependencies of a package that are development dependencies of the repository.
  const parameters = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces'];
  const {status, stdout} = spawnSync('npm', parameters, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm cannot list the dependencies: run "npm ci".');
  const {serialNumber: _, metadata, components, dependencies, ...bill} = JSON.parse(stdout);
  const refOf = (/** @type {{name: string, version: string}} */ each) => `${each.name}@${each.version}`;
  const own = refOf(manifest);
  const wanted = [own, ...contained.map(refOf)];
  const byRef = new Map(dependencies.map((/** @type {Dependency} */ each) => [each.ref, each.dependsOn]));
  // The loop also visits the references that it adds.
  const found = new Set(wanted);
  for (const ref of found) for (const next of byRef.get(ref) ?? []) found.add(next);
  // npm names a workspace by its folder.
  const named = (/** @type {Component} */ each) =>
    wanted.includes(each['bom-ref']) ? {...each, name: each['bom-ref'].replace(/@[^@]+$/, '')} : each;
  const kept = components.filter((/** @type {Component} */ each) => found.has(each['bom-ref'])).map(named);
  const {timestamp: __, ...facts} = metadata;
  return {
    ...bill,
    metadata: {...facts, component: kept.find((/** @type {Component} */ each) => each['bom-ref'] === own)},
    components: kept.filter((/** @type {Component} */ each) => each['bom-ref'] !== own),
    dependencies: dependencies
      .filter((/** @type {Dependency} */ each) => found.has(each.ref))
      .map((/** @type {Dependency} */ each) =>
        each.ref === own ? {...each, dependsOn: [...each.dependsOn, ...contained.map(refOf)]} : each,
      ),
  };
}
