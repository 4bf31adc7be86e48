import {mkdir, readdir, readFile, readlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {readNamedBlocks} from './support/doc-blocks.ts';
import {runShell, writePrograms} from './support/shell.ts';
import {expect, test} from './support/test.ts';

test('the manual’s commands go back to the version before the last upgrade, however many there were', async ({
  directory,
}) => {
  const bin = join(directory, 'bin');
  for (const each of ['bin', 'opt', 'etc/tavle', 'var/lib/tavle'])
    await mkdir(join(directory, each), {recursive: true});
  await writeFile(join(directory, 'etc/tavle/tavle.env'), 'TAVLE_PORT=0\n');
  // npm "installs" a command that prints its version; the link, the directories and the shell are real.
  const commands = {
    sudo: '[ "$1" = -u ] && shift 2; exec "$@"',
    npm: 'd=$3/node_modules/.bin; mkdir -p "$d"; printf "#!/bin/sh\\necho checked $5\\n" > "$d/tavle"; chmod +x "$d/tavle"',
    systemctl: `${directory}/opt/tavle/node_modules/.bin/tavle >> ${directory}/started`,
  };
  await writePrograms(bin, commands);

  /** Runs a block of the page for another version than the page's. */
  async function follow(kind: string, from: string, version: string): Promise<string> {
    const [block = ''] = await readNamedBlocks('operate/upgrade.md', kind);
    expect(block).toContain(`/opt/tavle-${from}`);
    const inRoot = block
      .replaceAll(from, version)
      .replaceAll(/(?<![\w/])\/(opt|etc|var)\//g, `${directory}/$1/`);
    return runShell(inRoot, directory, {PATH: `${bin}:${process.env.PATH ?? ''}`});
  }

  const upgrade = (version: string) => follow('upgrade', '0.2.0', version);
  const rollBack = (version: string) => follow('rollback', '0.1.0', version);
  const current = async () => (await readlink(join(directory, 'opt/tavle'))).replace(/.*tavle-/, '');

  await mkdir(join(directory, 'opt/tavle-0.1.0'));
  await runShell(`ln -sfn ${directory}/opt/tavle-0.1.0 ${directory}/opt/tavle`, directory);
  expect(await upgrade('0.2.0')).toContain('checked ./tavle-server-0.2.0.tgz');
  expect(await upgrade('0.3.0')).toContain('/opt/tavle-0.2.0\n');
  expect(await current()).toBe('0.3.0');
  expect(await rollBack('0.2.0')).toMatch(/tavle-0\.1\.0\n.*tavle-0\.2\.0\n.*tavle-0\.3\.0\n/);
  expect(await current()).toBe('0.2.0');
  await upgrade('0.4.0');
  await rollBack('0.2.0');
  expect(await current()).toBe('0.2.0');
  const started = await readFile(join(directory, 'started'), 'utf8');
  expect(started.match(/\d\.\d\.\d/g)?.join()).toBe('0.2.0,0.3.0,0.2.0,0.4.0,0.2.0');
  const kept = await readdir(join(directory, 'opt'));
  expect(kept.join()).toBe('tavle,tavle-0.1.0,tavle-0.2.0,tavle-0.3.0,tavle-0.4.0');
});
