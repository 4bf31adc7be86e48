import {execFileSync} from 'node:child_process';

import {type BrowserName, browsers} from './browsers.ts';

/** Returns the releases of the screen reader and the browsers, on one line, for `run.ts`: other releases may speak other words. */
export function installedVersions(): string {
  const names = Object.keys(browsers) as BrowserName[];
  return [orcaVersion(), ...names.map(name => `${name} ${releaseOf(browsers[name].path)}`)].join(', ');
}

function orcaVersion(): string {
  return `Orca ${run('/usr/bin/python3', '-c', 'from orca.orca_platform import version; print(version)')}`;
}

function releaseOf(path: string): string {
  return /\d+(\.\d+)?/.exec(run(path, '--version'))?.[0] ?? '';
}

function run(path: string, ...parameters: string[]): string {
  return execFileSync(path, parameters, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
}
