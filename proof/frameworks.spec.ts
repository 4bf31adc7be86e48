import {cp, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import type {Page} from 'playwright/test';

import {freePort} from '../server/store/testing/redis-process.ts';
import {watchProblems} from '../e2e/support/browser.ts';
import {npm} from '../e2e/support/consumer.ts';
import {readDocBlocks, readNamedBlocks} from '../e2e/support/doc-blocks.ts';
import {expectPortal, runPortal, withPorts} from '../e2e/support/portal-example.ts';
import {runShell} from '../e2e/support/shell.ts';
import {expect, test} from '../e2e/support/test.ts';

const sources = fileURLToPath(new URL('frameworks', import.meta.url));

/** Disables the frameworks' telemetry. */
const env = {...npm, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false'};

/** One worker runs all tests: it packs the packages once, and two frameworks at a time would overload a machine. */
test.describe.configure({mode: 'default', timeout: 600_000});

const warnings = /^Lit is in dev mode|<template> are copied without properties/;

/** Responds to requests of a dashboard, in which CVR-oplysninger is locked and Tilskud is off, and of a calendar without deadlines. */
async function respond(page: Page): Promise<void> {
  await page.route('**/dashboard/1/apps/order**', route =>
    route.fulfill({json: {apps: [], locked: ['cvr']}}),
  );
  const states = {frister: {state: 'active'}, cvr: {state: 'active'}, tilskud: {state: 'deactive'}};
  await page.route('**/dashboard/1/apps/state?**', route =>
    route.fulfill({json: route.request().method() === 'PUT' ? {frister: false} : states}),
  );
  await page.route('**/calendar/1/**', route => route.fulfill({json: []}));
}

/** Records the tokens of requests for deadlines. */
function watchTokens(page: Page): (string | undefined)[] {
  const tokens: (string | undefined)[] = [];
  page.on('request', request => {
    if (request.url().includes('/calendar/1/')) tokens.push(request.headers().authorization);
  });
  return tokens;
}

/** Expects a page whose calendar uses its token and listener. */
async function expectCalendar(page: Page, url: string): Promise<void> {
  const problems = watchProblems(page);
  const tokens = watchTokens(page);
  await respond(page);
  await page.goto(url);
  await expect(page.getByRole('button', {name: 'Næste måned'})).toBeVisible();
  await expect(page).toHaveTitle('Loaded');
  expect(new Set(tokens)).toEqual(new Set(['Bearer token-of-anna']));
  expect(problems.filter(problem => !warnings.test(problem))).toEqual([]);
}

/** Expects the content of a framework's template, also after it has changed. */
async function expectTemplate(page: Page): Promise<void> {
  for (const text of ['I en skabelon: 0', 'I en skabelon: 1']) {
    await expect(page.locator('.tavle-app-content', {hasText: text})).toBeVisible();
    await expect(page.locator('.tavle-app-content')).toHaveCount(1);
    await page.getByRole('button', {name: 'Tæl'}).click();
  }
}

/** Serves a folder to a page at a separate origin. */
async function serveFolder(page: Page, folder: string): Promise<string> {
  const origin = 'http://portal.test';
  await page.route(`${origin}/**`, route => {
    const {pathname} = new URL(route.request().url());
    return route.fulfill({path: join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)});
  });
  return `${origin}/`;
}

/** Copies a project, with files of the manual, and installs its dependencies, with the elements from their tarball. */
async function install(
  name: string,
  directory: string,
  tarball: string,
  ...fromManual: readonly string[]
): Promise<string> {
  const project = join(directory, name);
  await cp(join(sources, name), project, {recursive: true});
  await cp(tarball, join(project, 'tavle.tgz'));
  const {files} = await readDocBlocks('guides/frameworks.md');
  for (const file of fromManual) await writeFile(join(project, file), files[file] ?? '');
  await runShell('npm install', project, env);
  return project;
}

for (const {name, folder, built} of [
  {name: 'Astro', folder: 'astro', built: 'dist'},
  {name: 'Angular, prerendered', folder: 'angular', built: 'dist/portal/browser'},
]) {
  test(`a portal in ${name} is type-checked and built, and shows a calendar`, async ({
    directory,
    tarballs,
    page,
  }) => {
    const project = await install(folder, directory, tarballs.elements);
    await runShell('npm run build', project, env);
    const html = await readFile(join(project, built, 'index.html'), 'utf8');
    expect(html).toMatch(/<tavle-calendar[^>]* cvr="12345674"/);
    await expectCalendar(page, await serveFolder(page, join(project, built)));
    if (folder === 'angular') await expectTemplate(page);
  });
}

test('a portal in Vue 3 is type-checked and built, and shows a calendar', async ({
  directory,
  tarballs,
  page,
}) => {
  const project = await install('vue', directory, tarballs.elements, 'vite.config.js');
  await runShell('npm run build', project, env);
  await expectCalendar(page, await serveFolder(page, join(project, 'dist')));
});

for (const {name, folder, builds, fromManual} of [
  {name: 'SvelteKit', folder: 'sveltekit', builds: ['build'], fromManual: []},
  {
    name: 'Next.js, with Turbopack and with webpack,',
    folder: 'next',
    builds: ['build', 'build:webpack'],
    fromManual: ['Calendar.tsx'],
  },
]) {
  test(`a portal in ${name} is type-checked and built, rendered on a server, and shows a calendar`, async ({
    directory,
    tarballs,
    page,
    runUntil,
  }) => {
    const project = await install(folder, directory, tarballs.elements, ...fromManual);
    for (const build of builds) {
      await runShell(`npm run ${build}`, project, env);
      const url = `http://127.0.0.1:${await freePort()}`;
      await runUntil(`npm run start -- --port ${new URL(url).port}`, /Local: /, project, env);
      expect(await (await fetch(url)).text()).toMatch(/<tavle-calendar[^>]* cvr="12345674"/);
      await expectCalendar(page, url);
    }
  });
}

test('a portal in React 19 is type-checked, renders its dashboard again, with a new getToken, without errors or further requests', async ({
  directory,
  tarballs,
  page,
}) => {
  const project = await install('react', directory, tarballs.elements);
  await runShell('npm run build', project, env);
  const problems = watchProblems(page);
  const tokens = watchTokens(page);
  const url = await serveFolder(page, join(project, 'dist'));
  await respond(page);
  await page.goto(url);
  await expectTemplate(page);
  await expect(page.getByRole('heading', {name: 'Frister 2'})).toBeVisible();
  expect(tokens).toEqual(['Bearer token-of-anna']);
  await expect(page.getByText('Uden skabelon: 2')).toBeVisible();
  await expect(page.getByRole('heading', {name: 'Overblik 2'})).toBeVisible();
  expect(problems.filter(problem => !warnings.test(problem))).toEqual([]);
});

for (const {name, folder, style, own} of [
  {name: 'React 19', folder: 'my-react', style: 'src/index.css', own: ['vite.config.ts', 'src/App.tsx']},
  {name: 'Vue 3', folder: 'my-vue', style: 'src/style.css', own: ['vite.config.js', 'src/App.vue']},
]) {
  test(`the manual’s portal in ${name}, from npm create vite, is built, signs persons in and out, and shows the companies of each, in development and built`, async ({
    directory,
    tarballs,
    page,
    startDemo,
    runUntil,
  }) => {
    await cp(tarballs.elements, join(directory, 'tavle-0.1.0.tgz'));
    const [steps = ''] = await readNamedBlocks('guides/frameworks.md', folder.replace('my-', ''));
    await runShell(steps, directory, {...env, npm_config_yes: 'true'});
    const {url, port, service} = await runPortal(directory, `${folder}/dist`, startDemo, runUntil);
    const {files, text} = await readDocBlocks('guides/frameworks.md');
    const project = join(directory, folder);
    const index = await readFile(join(project, 'index.html'), 'utf8');
    await writeFile(join(project, 'index.html'), index.replace('lang="en"', 'lang="da"'));
    await writeFile(join(project, style), /`(body \{.+?\})`/.exec(text)?.[1] ?? '');
    for (const name of ['src/session.ts', ...own])
      await writeFile(join(project, name), withPorts(files[name] ?? '', port, service));
    await runShell('npm run build', project, env);
    const toggled: string[] = [];
    page.on('console', message => toggled.push(message.text()));

    await expectPortal(page, url);
    await page.goto(`${url}/log-paa?user=anna`);
    await page.getByRole('button', {name: 'Tilpas overblik'}).click();
    await page.getByRole('switch', {name: 'Frister'}).click();
    await expect.poll(() => toggled).toContain('frister false');

    const [, development = ''] = await runUntil(
      'npx vite --port 5173',
      /Local: +(http\S+?)\/?\s/,
      project,
      env,
    );
    await page.context().clearCookies();
    await expectPortal(page, development);
  });
}

test('a page that Turbo 8 morphs, leaves and restores keeps its dashboard', async ({
  directory,
  tarballs,
  page,
}) => {
  const project = await install('turbo', directory, tarballs.elements);
  const index = await readFile(join(project, 'index.html'), 'utf8');
  const other = index.replace(/<body>[^]*<\/body>/, '<body><p>En anden side</p></body>');
  await writeFile(join(project, 'other.html'), other);
  await runShell('npm run build', project, env);
  const problems = watchProblems(page);
  const url = await serveFolder(page, join(project, 'dist'));
  await respond(page);
  await page.goto(url);
  const expectDashboard = async () => {
    await expect(page.getByRole('heading', {name: 'På dit overblik 2'})).toBeVisible();
    await expect(page.getByRole('heading', {name: 'Skjult fra overblikket 1'})).toBeVisible();
    await expect(page.locator('tavle-app[locked]')).toHaveAttribute('name', 'cvr');
    await expect(page.locator('.tavle-app-content')).toHaveText(['To frister', 'Dine oplysninger']);
    await expect(page.locator('.tavle-app-content').first()).toBeVisible();
  };
  await expectDashboard();
  const dashboard = await page.locator('tavle-dashboard').evaluateHandle(element => element);
  for (const renders of [1, 2]) {
    await page.evaluate('refresh()');
    await expect.poll(() => page.evaluate('window.renders')).toBe(renders);
    await expectDashboard();
  }
  expect(await dashboard.evaluate(element => element.isConnected)).toBe(true);
  await page.getByRole('link', {name: 'Videre'}).click();
  await expect(page.getByText('En anden side')).toBeVisible();
  await page.goBack();
  await expectDashboard();
  expect(problems).toEqual([]);
});
