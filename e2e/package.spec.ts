import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {checkPackage, createPackageFromTarballData} from '@arethetypeswrong/core';
import type {Page} from 'playwright/test';
import {publint} from 'publint';
import {build} from 'vite';

import {watchProblems} from './support/browser.ts';
import {dashboardOf} from './support/dashboard.ts';
import {deliver} from './support/demo-calendar.ts';
import {readDocBlocks} from './support/doc-blocks.ts';
import {type Running, runShell, startUntil} from './support/shell.ts';
import {expect, portal, test} from './support/test.ts';

/** The package is built once, and three projects are set up with all that it needs. */
test.describe.configure({mode: 'default', timeout: 240_000});

const root = fileURLToPath(new URL('..', import.meta.url));
const consumers = fileURLToPath(new URL('consumers', import.meta.url));

/** What is fetched comes from npm's cache where that has it. */
const npm = {npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false'};

let packed: string;
let tarball: string;
const running: Running[] = [];

test.beforeAll(async () => {
  packed = await mkdtemp(join(tmpdir(), 'tavle-package-'));
  await runShell(`npm pack --ignore-scripts --pack-destination ${packed}`, root);
  tarball = join(packed, (await readdir(packed))[0] ?? '');
});
test.afterEach(async () => {
  await Promise.all(running.splice(0).map(each => each.stop()));
});
test.afterAll(() => rm(packed, {recursive: true, force: true}));

async function start(command: string, ready: RegExp, directory: string, env: NodeJS.ProcessEnv = {}) {
  const started = await startUntil(command, ready, directory, env);
  running.push(started);
  return started.match[1] ?? '';
}

const startDemo = (directory: string) =>
  start('npx tavle demo', /^tavle ready (\S+)$/m, directory, {TAVLE_PORT: '0'});
const startVite = (command: string, directory: string, env?: NodeJS.ProcessEnv) =>
  start(`${command} --host 127.0.0.1 --port 0`, /Local: +(http\S+?)\/?\s/, directory, env);

/** Copies a project, gives it the package, and installs it. */
async function install(name: string, directory: string): Promise<void> {
  await cp(join(consumers, name), directory, {recursive: true});
  await runShell(`npm install ${tarball}`, directory, npm);
}

async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Turns an app off and on, and reads next month's deadline, as Anna. */
async function expectWorking(page: Page, site: string, title: string): Promise<void> {
  const problems = watchProblems(page);
  await page.goto(site);
  const frister = page.getByRole('switch', {name: 'Frister'});
  await expect(frister).toBeChecked();
  for (const state of ['false', 'true']) {
    const stored = page.waitForResponse(response => response.request().method() === 'PUT');
    await frister.click();
    expect((await stored).status()).toBe(200);
    await expect(frister).toHaveAttribute('aria-checked', state);
  }
  await page.getByRole('button', {name: 'Navigér én måned frem'}).click();
  await page.getByRole('button', {name: 'Liste', exact: true}).click();
  await page.getByRole('button', {name: title}).click();
  await expect(page.getByRole('dialog').getByText('Mindst én gang om året.')).toBeVisible();
  expect(problems.filter(problem => !problem.startsWith('Lit is in dev mode'))).toEqual([]);
}

/** Skattestyrelsen delivers a deadline on the first of next month. */
async function deliverSoon(service: string): Promise<string> {
  const title = 'Bekræft jeres reelle ejere';
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const fristDato = first.toISOString().slice(0, 10).split('-').reverse().join('-');
  await deliver(service, {overskrift: title, beskrivelse: '<p>Mindst én gang om året.</p>', fristDato});
  return title;
}

test('the package holds what it names, and no more than a user needs', async () => {
  const {messages} = await publint({pack: {tarball: (await readFile(tarball)).buffer}, strict: true});
  expect(messages).toEqual([]);

  const found = createPackageFromTarballData(new Uint8Array(await readFile(tarball)));
  const files = found.listFiles().map(path => path.replace('/node_modules/tavle/', ''));
  const strange = files.filter(path => /\.test\.|\/testing\/|\.map$|(?<!\.d)\.tsx?$/.test(path));
  expect(strange).toEqual([]);
  expect(files).toContain('dist/custom-elements.json');
});

test('its types are right for whoever imports modules', async () => {
  const found = createPackageFromTarballData(new Uint8Array(await readFile(tarball)));
  const result = await checkPackage(found);
  const forOthers = ['node10', 'node16-cjs'];
  const problems = result.types
    ? result.problems.filter(each => !('resolutionKind' in each && forOthers.includes(each.resolutionKind)))
    : ['no types'];
  expect(problems).toEqual([]);
});

test('the page of five minutes, followed to the letter, ends with a dashboard and a calendar', async ({
  directory,
  page,
}) => {
  const {commands, files} = await readDocBlocks('quickstart.md');
  const [installing = '', demo = '', seeing = '', publishing = ''] = commands;
  expect([commands.length, demo, seeing]).toEqual([4, 'npx tavle demo', 'npx vite']);
  const project = join(directory, 'portal');
  await mkdir(project);
  await cp(tarball, join(project, basename(tarball)));
  await runShell(installing, project, npm);

  // The reader's ports may be taken here: only they are others.
  const service = await startDemo(project);
  const addressed = Object.entries(files).map(([name, text]) => [
    name,
    text.replaceAll('http://127.0.0.1:8080', service),
  ]);
  await writeFiles(project, Object.fromEntries(addressed) as Record<string, string>);
  const title = await deliverSoon(service);

  await test.step('while it is written', async () => {
    await expectWorking(page, await startVite(seeing, project), title);
  });
  await test.step('as it is published', async () => {
    const [building = '', previewing = ''] = publishing.split('\n');
    await runShell(building, project);
    await expectWorking(page, await startVite(previewing, project), title);
  });
  await test.step('and its command tells what it can do', async () => {
    expect(await runShell('npx tavle --help', project)).toContain('tavle serve');
  });
  await test.step('and its classes alone register nothing and weigh nothing', async () => {
    const entry = join(project, 'classes.js');
    await writeFile(entry, `import 'tavle';\nimport {ApiError} from 'tavle';\nconsole.log(ApiError.name);\n`);
    const lib = {entry, formats: ['es' as const], fileName: 'classes'};
    const built = await build({
      root: project,
      configFile: false,
      logLevel: 'warn',
      build: {write: false, lib},
    });
    const [bundle] = [built].flat() as {output: {code: string}[]}[];
    expect(bundle?.output[0]?.code).toMatch(/^class ApiError|ApiError/);
    expect(bundle?.output[0]?.code).not.toMatch(/customElements|MutationObserver|lit-html/);
  });
});

test('a portal in React 19 has the elements with their types', async ({directory, page}) => {
  const project = join(directory, 'portal');
  await install('react', project);
  await writeFiles(project, (await readDocBlocks('embed.md')).files);
  await runShell('npx tsc && npx vite build', project);

  const service = await startDemo(project);
  const title = await deliverSoon(service);
  const site = await startVite('npx vite preview', project, {TAVLE_SERVICE: service});
  await expectWorking(page, site, title);
  await expect(page).toHaveTitle('Slået til eller fra: frister');
});

test('a server of one’s own answers as the manual says', async ({directory, issuer}) => {
  const project = join(directory, 'server');
  await install('server', project);
  const {files} = await readDocBlocks('library.md');
  const port = String(await freePort());
  const server = (files['server.js'] ?? '')
    .replaceAll('8080', port)
    .replace('https://login.example.dk', issuer.name)
    .replace("'tavle',\n  ownerClaim", `'${issuer.audience}',\n  ownerClaim`);
  await writeFiles(project, {'server.js': server, 'portal.json': JSON.stringify(portal)});
  await cp(issuer.keySetFile, join(project, 'jwks.json'));
  await runShell('npx tsc', project);

  const url = await start('node server.js', /^ready at (\S+)$/m, project);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const dashboard = dashboardOf(url, await issuer.token('anna'));
  await dashboard.turn('cvr', true);
  expect(await dashboard.states(['frister', 'cvr'])).toEqual({frister: 'active', cvr: 'active'});
  expect((await fetch(`${url}/embed/tavle.js`)).status).toBe(200);
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
});
