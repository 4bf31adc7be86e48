import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {runShell} from './support/shell.ts';
import {expect, test} from './support/test.ts';

/** One worker for all, which packs the package once. */
test.describe.configure({mode: 'default'});

const root = fileURLToPath(new URL('..', import.meta.url));

/** Reads the package with the tool that checks its types, which holds a compiler: only the worker of these tests loads it. */
async function openPackage(tarball: string) {
  const {checkPackage, createPackageFromTarballData} = await import('@arethetypeswrong/core');
  const found = createPackageFromTarballData(new Uint8Array(await readFile(tarball)));
  return {found, checkTypes: () => checkPackage(found)};
}

test('the package holds what it names, and no more than a user needs', async ({tarball}) => {
  const {publint} = await import('publint');
  const {messages} = await publint({pack: {tarball: (await readFile(tarball)).buffer}, strict: true});
  expect(messages).toEqual([]);

  const {found} = await openPackage(tarball);
  const files = found.listFiles().map(path => path.replace('/node_modules/tavle/', ''));
  const strange = files.filter(path => /\.test\.|\/testing\/|\.map$|(?<!\.d)\.tsx?$/.test(path));
  expect(strange).toEqual([]);
  expect(files).toContain('dist/custom-elements.json');
});

test('its manual leads nowhere but into it', async ({tarball}) => {
  const {found} = await openPackage(tarball);
  const files = new Set(found.listFiles());
  const links = [...files]
    .filter(path => path.endsWith('.md'))
    .flatMap(path =>
      [...found.readFile(path).matchAll(/\]\(([^):\s]+)\)/g)].map(([, link = '']) => ({path, link})),
    );
  const isDead = ({path, link}: {path: string; link: string}) => {
    const {pathname} = new URL(link, `file://${path}`);
    return !files.has(pathname);
  };
  expect(links).toContainEqual({
    path: '/node_modules/tavle/README.md',
    link: 'docs/start/portal-developer.md',
  });
  expect(links.filter(isDead)).toEqual([]);
});

test('its script is built where there is no browser, as in an image', async ({directory}) => {
  const noBrowser = {TAVLE_TEST_CHROMIUM: join(directory, 'chromium')};
  await runShell(`npx vite build --logLevel warn --outDir ${join(directory, 'embed')}`, root, noBrowser);
  expect((await readFile(join(directory, 'embed/tavle.js'))).length).toBeGreaterThan(0);
});

test('its types are right for whoever imports modules', async ({tarball}) => {
  const {checkTypes} = await openPackage(tarball);
  const result = await checkTypes();
  const forOthers = ['node10', 'node16-cjs'];
  const problems = result.types
    ? result.problems.filter(each => !('resolutionKind' in each && forOthers.includes(each.resolutionKind)))
    : ['no types'];
  expect(problems).toEqual([]);
});
