import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

import {expect, it} from 'vitest';

it('npm runs no install scripts of dependencies', () => {
  const {stdout} = spawnSync('npm', ['config', 'get', 'ignore-scripts'], {encoding: 'utf8'});
  expect(stdout.trim()).toBe('true');
});

it('the binaries of dependencies with an install script are packages', () => {
  const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, {hasInstallScript?: true; optionalDependencies?: Record<string, string>}>;
  };
  const scripted = Object.entries(packages).filter(([, {hasInstallScript}]) => hasInstallScript);
  const withoutBinaries = scripted.filter(([, {optionalDependencies}]) => optionalDependencies === undefined);
  // This package sends statistics of installations, and has no binary.
  expect(withoutBinaries.map(([path]) => path)).toEqual(['node_modules/@scarf/scarf']);
});
