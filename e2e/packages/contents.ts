import {readFile} from 'node:fs/promises';
import {isBuiltin} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {runShell} from '../support/shell.ts';
import {expect, test} from '../support/test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages by the paths of their tarballs: reading one takes a second. */
const packages = new Map<string, ReturnType<typeof readPackage>>();

function openPackage(tarball: string): ReturnType<typeof readPackage> {
  const opened = packages.get(tarball) ?? readPackage(tarball);
  packages.set(tarball, opened);
  return opened;
}

/** Reads a package with the tool that checks its types. Only these tests' worker loads its compiler. */
async function readPackage(tarball: string) {
  const {checkPackage, createPackageFromTarballData} = await import('@arethetypeswrong/core');
  const found = createPackageFromTarballData(new Uint8Array(await readFile(tarball)));
  const folder = `/node_modules/${found.packageName}/`;
  return {
    files: found.listFiles().map(path => path.replace(folder, '')),
    read: (path: string) => found.readFile(folder + path),
    checkTypes: () => checkPackage(found),
  };
}

for (const name of ['elements', 'server'] as const) {
  test(`the package of the ${name} contains the files that it names, and no tests or sources`, async ({
    tarballs: {[name]: tarball},
  }) => {
    const {publint} = await import('publint');
    const {messages} = await publint({pack: {tarball: (await readFile(tarball)).buffer}, strict: true});
    expect(messages).toEqual([]);

    const {files} = await openPackage(tarball);
    expect(files.filter(path => /\.test\.|\/testing\/|\.map$|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md']));
  });

  test(`the modules and declarations of the ${name} import only dependencies of the package`, async ({
    tarballs,
  }) => {
    const {files, read} = await openPackage(tarballs[name]);
    const {dependencies, peerDependencies} = JSON.parse(read('package.json')) as Record<string, object>;
    const imports = files
      .filter(path => /^dist\/(?!embed|docs|pages).*(\.d\.ts|\.js)$/.test(path))
      .flatMap(path => [
        ...read(path).matchAll(/(?:^import|from|(?:import|require)\()\s*['"]([@\w][^'"\s]*)['"]/gm),
      ])
      .map(([, path = '']) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '')
      .filter(path => !isBuiltin(path));
    const sources = files.filter(path => path.endsWith('.d.ts') && /['"]\.[^'"]*\.ts['"]/.test(read(path)));
    expect(sources).toEqual([]);
    const declared = Object.keys({...dependencies, ...peerDependencies});
    expect([...new Set(imports)].sort()).toEqual(declared.filter(name => !name.startsWith('@types/')).sort());
  });

  test(`the documents in the package of the ${name} only link to files in it`, async ({tarballs}) => {
    const {files, read} = await openPackage(tarballs[name]);
    const links = files
      .filter(path => path.endsWith('.md'))
      .flatMap(path => [...read(path).matchAll(/\]\(([^):\s]+)\)/g)].map(([, link = '']) => ({path, link})));
    const isDead = ({path, link}: {path: string; link: string}) =>
      !files.includes(new URL(link, `file:///${path}`).pathname.slice(1));
    expect(links.filter(isDead)).toEqual([]);
  });
}

test('the package of the elements has no server files, and the server’s has no sources', async ({
  tarballs,
}) => {
  const elements = await openPackage(tarballs.elements);
  expect(elements.files).toContain('dist/custom-elements.json');
  expect(elements.files.filter(path => /\/(server|demo|certificates)\//.test(path))).toEqual([]);

  const server = await openPackage(tarballs.server);
  expect(server.files).toContain('docs/start/portal-developer.md');
  expect(server.files.filter(path => /^(client|server|certificates)\/|^dist\/client\//.test(path))).toEqual(
    [],
  );
  expect(server.files.filter(path => path.startsWith('demo/'))).toEqual(['demo/portal.json']);
});

test('the elements only depend on Lit and DOMPurify, and on their dependencies', async () => {
  type Locked = Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  const {packages} = JSON.parse(text) as {packages: Record<string, Locked>};
  const installed = new Set<string>();
  const visit = ({dependencies, optionalDependencies}: Locked = {}) => {
    for (const name of Object.keys({...dependencies, ...optionalDependencies})) {
      if (installed.has(name)) continue;
      installed.add(name);
      visit(packages[`node_modules/${name}`]);
    }
  };
  visit(packages.client);
  expect([...installed].sort()).toEqual([
    '@lit-labs/ssr-dom-shim',
    '@lit/reactive-element',
    '@types/trusted-types',
    'dompurify',
    'lit',
    'lit-element',
    'lit-html',
  ]);
});

test('builds the script without a browser, as in a container', async ({directory}) => {
  const noBrowser = {TAVLE_TEST_CHROMIUM: join(directory, 'chromium')};
  await runShell(
    `node_modules/.bin/vite build --logLevel warn --outDir ${join(directory, 'embed')}`,
    root,
    noBrowser,
  );
  expect((await readFile(join(directory, 'embed/tavle.js'))).length).toBeGreaterThan(0);
});

test('the types of the elements are correct for importers of modules', async ({tarballs}) => {
  const {checkTypes} = await openPackage(tarballs.elements);
  const result = await checkTypes();
  const problems = result.types
    ? result.problems.filter(each => !('resolutionKind' in each && each.resolutionKind === 'node16-cjs'))
    : ['no types'];
  expect(problems).toEqual([]);
});
