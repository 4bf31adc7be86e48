import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {readDocBlocks} from './support/doc-blocks.ts';
import {runShell, writePrograms} from './support/shell.ts';
import {expect, test} from './support/test.ts';

/** Commands that put into use what the commands before them have prepared. */
const taking = /systemctl (?:start|restart|reload|enable)|docker (?:run|push)|kubectl rollout/;
/** A loop repeats its commands until one succeeds. */
const isLoop = (block: string) => /^\(?for /m.test(block);

test('a block of the manual that is pasted into a shell starts nothing after a command that failed', async ({
  directory,
}) => {
  const pages = await readdir(new URL('../docs/operate', import.meta.url));
  const all = await Promise.all(
    pages.filter(page => page.endsWith('.md')).map(page => readDocBlocks(`operate/${page}`)),
  );
  const blocks = all
    .flatMap(({commands}) => commands)
    .filter(block => taking.test(block) && block.includes('\n') && !isLoop(block));
  expect(blocks.length).toBeGreaterThan(10);

  const [log, failing] = [join(directory, 'log'), join(directory, 'failing')];
  const called = async () => (await readFile(log, 'utf8')).split('\n').slice(0, -1);
  // Each program only notes its call. One of the calls fails.
  const program = `echo "$(basename "$0") $*" >> ${log}\n[ "$(wc -l < ${log})" != "$(cat ${failing})" ]`;
  const names = 'sudo systemctl runuser tavle mv cp sed docker kubectl editor curl readlink ls go-to read-ca';
  await writePrograms(
    directory,
    Object.fromEntries(names.split(' ').map(name => [name, `PATH=/usr/bin:/bin\n${program}`])),
  );
  await writeFile(join(directory, 'tavle.env'), '');
  const env = {EDITOR: 'editor', TAVLE_CLIENT_CA: `${directory}/ca.pem`};
  const inTest = (block: string) =>
    block
      .replaceAll(/^cd /gm, 'go-to ')
      .replaceAll(/^cat /gm, 'read-ca ')
      .replaceAll('/etc/tavle/tavle.env &&', `${directory}/tavle.env &&`);
  /** Runs a block as an interactive shell does: it continues after a failed command. @param failed The number of the call that fails. */
  async function follow(block: string, failed: number): Promise<string[]> {
    await writeFile(log, '');
    await writeFile(failing, String(failed));
    expect(await runShell(`set +e\nPATH=${directory}\n${inTest(block)}\n:`, directory, env)).not.toContain(
      'not found',
    );
    return called();
  }

  for (const block of blocks) {
    const calls = await follow(block, 0);
    expect(calls.length, block).toBeGreaterThan(1);
    for (const [at, call] of calls.entries())
      expect(await follow(block, at + 1), `${call} failed`).toEqual(calls.slice(0, at + 1));
  }
});
