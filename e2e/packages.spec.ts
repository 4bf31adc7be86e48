import {randomUUID} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {cp, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {isBuiltin} from 'node:module';
import {basename, dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';

import type {Page} from 'playwright/test';

import {addMonths, monthOf, toApiDate, today} from '../client/frist/model/dates.ts';
import {watchProblems} from './support/browser.ts';
import {npm} from './support/consumer.ts';
import {deliver} from './support/demo-calendar.ts';
import {readDocBlocks, splitPacking} from './support/doc-blocks.ts';
import {copySampleData} from './support/sample-data.ts';
import {runShell, writePrograms} from './support/shell.ts';
import {expect, test} from './support/test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One worker runs all tests, so that it packs the packages once. */
test.describe.configure({mode: 'default', timeout: 600_000});

/** Delivers a deadline on the second of next month, since another test uses the first. Returns its unique title. */
async function deliverSoon(service: string): Promise<string> {
  const title = `Bekræft jeres reelle ejere, ${randomUUID()}`;
  const fristDato = toApiDate(`${monthOf(addMonths(today(), 1))}-02`);
  await deliver(service, {overskrift: title, beskrivelse: '<p>Mindst én gang om året.</p>', fristDato});
  return title;
}

/** Turns an app off and on as Anna, opens next month's deadline, and expects no errors or warnings of the browser. */
async function expectWorking(page: Page, site: string, title: string): Promise<void> {
  const problems = watchProblems(page);
  await page.goto(site);
  const frister = page.getByRole('switch', {name: 'Frister'});
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  await expect(frister).toBeChecked();
  for (const state of ['false', 'true']) {
    const stored = page.waitForResponse(response => response.request().method() === 'PUT');
    await frister.click();
    expect((await stored).status()).toBe(200);
    await expect(frister).toHaveAttribute('aria-checked', state);
  }
  await page.getByRole('button', {name: 'Næste måned'}).click();
  await page.getByRole('button', {name: 'Liste', exact: true}).click();
  await page.getByRole('button', {name: title}).click();
  await expect(page.getByRole('dialog').getByText('Mindst én gang om året.')).toBeVisible();
  expect(problems.filter(problem => !problem.startsWith('Lit is in dev mode'))).toEqual([]);
}

interface Sbom {
  readonly components: readonly {readonly name: string}[];
}

test('the packages hold tracked files only and a bill of materials, and may be published', async ({
  directory,
}) => {
  const untracked = [
    ...[
      'deploy/tavle.env',
      'deploy/portal.json',
      'deploy/kubernetes/secret.env',
      'deploy/kubernetes/portal.json',
    ],
    `docs/${randomUUID()}.md`,
  ];
  const created: string[] = [];
  try {
    for (const path of untracked) {
      // Keeps the files of a developer.
      if (existsSync(join(root, path))) continue;
      created.push(path);
      await writeFile(join(root, path), 'hemmelig');
    }
    await runShell(`node scripts/pack.mjs ${directory}`, root);
  } finally {
    for (const path of created) await rm(join(root, path));
  }
  for (const name of ['tavle', 'tavle-server']) {
    const files = await readdir(join(directory, name), {recursive: true});
    expect(untracked.filter(path => files.includes(path))).toEqual([]);
    const manifest = JSON.parse(await readFile(join(directory, name, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest)).not.toContain('private');
    const {dependencies} = manifest as {dependencies: object};
    const sbom = JSON.parse(await readFile(join(directory, name, 'sbom.cdx.json'), 'utf8')) as Sbom;
    expect(sbom).toMatchObject({bomFormat: 'CycloneDX', metadata: {component: {name}}});
    const components = sbom.components.map(component => component.name);
    expect(components).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'lit', 'dompurify']));
    // No development dependencies.
    expect(components.filter(each => /^(?:vite|vitest|typescript|@playwright\/test)$/.test(each))).toEqual(
      [],
    );
  }
  const server = await readdir(join(directory, 'tavle-server'), {recursive: true});
  expect(server).toEqual(
    expect.arrayContaining(['deploy/tavle.service', 'docs/README.md', 'demo/portal.json']),
  );
});

/** `frameworks.spec.ts` does the same in other frameworks. */
test('the quickstart’s steps end with a dashboard and a calendar', async ({
  tarballs,
  directory,
  runUntil,
  page,
}) => {
  const bin = join(directory, 'bin');
  await mkdir(bin);
  // npm's own npx takes a second of CPU to find a command.
  await writePrograms(bin, {npx: 'program=$1\nshift\nexec "node_modules/.bin/$program" "$@"'});
  const PATH = `${bin}:${process.env.PATH ?? ''}`;
  const {commands, files} = await readDocBlocks('start/portal-developer.md');
  const [packing = '', installing = '', demo = '', seeing = '', publishing = ''] = commands;
  expect([commands.length, demo, seeing]).toEqual([5, 'npx tavle demo', 'npx vite']);
  const steps = splitPacking(packing);
  expect(steps.npm).toEqual(['npm ci', 'npm run pack']);
  const clone = join(directory, 'clone');
  for (const tarball of Object.values(tarballs))
    await cp(tarball, join(clone, 'dist/packages', basename(tarball)));
  await runShell(steps.copy, clone);
  const project = join(directory, steps.directory);
  await runShell(installing, project, npm);

  // Not the ports of the manual: these may be in use here.
  await copySampleData(project);
  const [, service = ''] = await runUntil(demo, /^tavle ready (\S+)$/m, project, {TAVLE_PORT: '0', PATH});
  // The guide to sign-in uses the same folder: its page must not replace this one.
  const {files: later} = await readDocBlocks('guides/portal.md');
  for (const [name, text] of Object.entries({...later, ...files})) {
    await mkdir(dirname(join(project, name)), {recursive: true});
    await writeFile(join(project, name), text.replaceAll('http://127.0.0.1:8080', service));
  }
  const title = await deliverSoon(service);
  const serve = async (command: string) =>
    (await runUntil(`${command} --host 127.0.0.1 --port 0`, /Local: +(http\S+?)\/?\s/, project, {PATH}))[1] ??
    '';

  await test.step('in development', async () => {
    await expectWorking(page, await serve(seeing), title);
  });
  await test.step('as a production build', async () => {
    const [building = '', previewing = ''] = publishing.split('\n');
    await runShell(building, project, {PATH});
    await expectWorking(page, await serve(previewing), title);
  });
  await test.step('importing a class registers no element and adds no other code', async () => {
    const module = `import 'tavle';\nimport {ApiError} from 'tavle';\nconsole.log(ApiError.name);\n`;
    await writeFile(join(project, 'classes.js'), module);
    // Uses Vite's bundler alone: Vite takes a second of CPU to load here.
    await runShell('node_modules/.bin/rolldown classes.js --dir bundle', project);
    const bundle = await readFile(join(project, 'bundle/classes.js'), 'utf8');
    expect(bundle).toMatch(/class (\w+ )?extends Error/);
    expect(bundle).not.toMatch(/customElements|MutationObserver|lit-html/);
  });
  await test.step('the elements load without a browser', async () => {
    const parts = [
      '',
      '/define',
      '/dashboard/define',
      '/calendar/define',
      '/editorial/define',
      '/forms/define',
    ];
    const imports = parts.map(part => `await import('tavle${part}');`).join(' ');
    const script = `${imports} console.log(typeof document, typeof HTMLElement)`;
    const output = await runShell(`node --input-type=module -e "${script}"`, project);
    expect(output).toBe('undefined undefined\n');
  });
});

/** Unpacks a package once. Returns the paths of its files, and a function that reads one. */
async function openPackage(tarball: string) {
  const folder = join(dirname(tarball), basename(tarball, '.tgz'));
  if (!existsSync(folder))
    await runShell(`mkdir ${folder} && tar -xzf ${tarball} -C ${folder} --strip-components=1`, root);
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  return {
    files: entries
      .filter(entry => entry.isFile())
      .map(({parentPath, name}) => relative(folder, join(parentPath, name))),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
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
    // The manual shows the tests that its statements name, as text.
    const code = files.filter(path => !/^dist\/docs\/manual-.+\.txt$/.test(path));
    expect(code.filter(path => /\.test\.|\/testing\/|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
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

test('the elements only depend on Lit and DOMPurify', async ({tarballs}) => {
  const {read} = await openPackage(tarballs.elements);
  const {dependencies} = JSON.parse(read('package.json')) as {dependencies: object};
  expect(Object.keys(dependencies)).toEqual(['dompurify', 'lit']);
});
