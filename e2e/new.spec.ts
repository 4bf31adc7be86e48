import {cp, readFile, symlink} from 'node:fs/promises';
import {join, resolve} from 'node:path';

import {runShell} from './support/shell.ts';
import {expect, test} from './support/test.ts';

/** The files and folders that the commands and the created tests read. */
const sources = [
  ...[
    'certificates',
    'client',
    'demo',
    'e2e',
    'proof/speech',
    'scripts',
    'server',
    '.oxfmtrc.json',
    '.oxlintrc.json',
  ],
  ...['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'],
];

test.beforeEach(async ({directory}) => {
  for (const path of sources)
    await cp(resolve(path), join(directory, path), {
      recursive: true,
      filter: name => !name.includes('node_modules') && !name.includes('/pictures/'),
    });
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
});

/** Runs a command, and returns the files that it has written, and the next steps that it prints. */
async function runNew(command: string, directory: string): Promise<{files: string; steps: string}> {
  const [, list = '', steps = ''] =
    /Written:\n([^]*?)\n\n([^]*)/.exec(await runShell(command, directory)) ?? [];
  return {files: list.split('\n').join(' '), steps};
}

/** Checks types and rules of files, and that a test fails with a message. */
async function expectFailing(
  test: string,
  project: string,
  message: string,
  files: string,
  directory: string,
) {
  const checkable = files.replaceAll(/\S+\.json\b/g, '');
  await runShell(`npx oxfmt --check ${files} && npx oxlint --quiet ${checkable}`, directory);
  const run = runShell(`npx vitest run --project ${project} ${test}`, directory, {
    NO_COLOR: '1',
    FORCE_COLOR: '',
  });
  await expect(run).rejects.toThrow(`AssertionError: ${message}`);
}

test('npm run new:element creates an element whose test fails until it says what the element shows', async ({
  directory,
}) => {
  const {files} = await runNew('npm run new:element case-list', directory);
  const message = 'Say what <tavle-case-list> shows.';
  await expectFailing('client/case-list', 'client', message, files, directory);
  for (const [name, reason] of [
    ['case-list', 'is the name of another'],
    ['common', 'is the name of another'],
    ['frist', 'is the name of another'],
    ['case', 'is a reserved word'],
    ['CaseList', 'must consist of lower-case words'],
  ] as const)
    await expect(runShell(`npm run new:element ${name}`, directory)).rejects.toThrow(`"${name}" ${reason}`);
});

for (const [kind, file, path, schemas] of [
  ['with a token', 'dashboard', '/dashboard/1/noter/{id}', 'dashboard/schema.ts'],
  ['with a certificate', 'calendar/authority', '/calendar/1/noter/{id}', 'calendar/responses.ts'],
  ['with neither', 'forms/public', '/noter/1/{id}', 'forms/public/representations.ts'],
] as const) {
  test(`npm run new:operation creates an operation for callers ${kind} whose test fails until it has a handler`, async ({
    directory,
  }) => {
    const command = `npm run new:operation ${file}/operations.ts hentNoter get '${path}'`;
    const {files, steps} = await runNew(command, directory);
    expect(steps).toContain(`to server/${schemas}`);
    const message = `Write the handler of hentNoter in server/${file}/operations.ts: expected 501 to be 200`;
    await expectFailing(`server/${file}/hent-noter.test.ts`, 'server', message, files, directory);
    // The first comment of a file comes before its imports.
    const declaration = await readFile(join(directory, `server/${file}/operations.ts`), 'utf8');
    expect(declaration).toMatch(/^\/\*[^]*?\*\/\n\n(?:import [^;]*;\n)?import \{z\} from 'zod';\n/);
    await expect(runShell(command, directory)).rejects.toThrow('already has an operation hentNoter');
    const taken = command.replace('hentNoter', 'hentPortalskema');
    await expect(runShell(taken, directory)).rejects.toThrow('already has an operation hentPortalskema');
  });
}
