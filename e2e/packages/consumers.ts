import {randomUUID} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import type {Page} from 'playwright/test';

import {isThorough} from '../../server/testing/thoroughness.ts';
import {watchProblems} from '../support/browser.ts';
import {installed, writeFiles} from '../support/consumer.ts';
import {deliver} from '../support/demo-calendar.ts';
import {readDocBlocks, splitPacking} from '../support/doc-blocks.ts';
import {runShell} from '../support/shell.ts';
import {expect, test} from '../support/test.ts';

/** Checking the declarations of all libraries as well takes four times as long. */
const tsc = isThorough ? 'tsc' : 'tsc --skipLibCheck';

/** Delivers a deadline on the second of next month, since another test uses the first. Returns its unique title. */
async function deliverSoon(service: string): Promise<string> {
  const title = `Bekræft jeres reelle ejere, ${randomUUID()}`;
  const now = new Date();
  const second = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2));
  const fristDato = second.toISOString().slice(0, 10).split('-').reverse().join('-');
  await deliver(service, {overskrift: title, beskrivelse: '<p>Mindst én gang om året.</p>', fristDato});
  return title;
}

/** Opens a page, runs `use`, and expects no errors or warnings of the browser. */
async function withoutProblems(page: Page, address: string, use: () => Promise<void>): Promise<void> {
  const problems = watchProblems(page);
  await page.goto(address);
  await use();
  expect(problems.filter(problem => !problem.startsWith('Lit is in dev mode'))).toEqual([]);
}

/** Expects next month's deadline in the calendar. */
async function expectDeadline(page: Page, title: string): Promise<void> {
  await page.getByRole('button', {name: 'Næste måned'}).click();
  await page.getByRole('button', {name: 'Liste', exact: true}).click();
  await page.getByRole('button', {name: title}).click();
  await expect(page.getByRole('dialog').getByText('Mindst én gang om året.')).toBeVisible();
}

/** Turns an app off and on as Anna, and expects next month's deadline. */
async function expectWorking(page: Page, site: string, title: string): Promise<void> {
  await withoutProblems(page, site, async () => {
    const frister = page.getByRole('switch', {name: 'Frister'});
    await expect(frister).toBeChecked();
    for (const state of ['false', 'true']) {
      const stored = page.waitForResponse(response => response.request().method() === 'PUT');
      await frister.click();
      expect((await stored).status()).toBe(200);
      await expect(frister).toHaveAttribute('aria-checked', state);
    }
    await expectDeadline(page, title);
  });
}

/** Returns the files with these names from a page of the manual. */
async function filesOf(page: string, ...names: readonly string[]): Promise<Record<string, string>> {
  const {files} = await readDocBlocks(page);
  return Object.fromEntries(
    names.map(name => {
      const text = files[name];
      if (text === undefined) throw new Error(`docs/${page} has no ${name}.`);
      return [name, text];
    }),
  );
}

test('the quickstart’s steps end with a dashboard and a calendar', async ({
  quickstart: project,
  commands: {startDemo, startVite},
  page,
}) => {
  const {commands, files} = await readDocBlocks('start/portal-developer.md');
  const [packing = '', , demo = '', seeing = '', publishing = ''] = commands;
  expect([commands.length, demo, seeing]).toEqual([5, 'npx tavle demo', 'npx vite']);
  expect(splitPacking(packing).npm).toEqual(['npm ci', 'npm run pack']);

  // Only the ports differ from the manual: its ports may be in use here.
  const service = await startDemo(project);
  const addressed = Object.entries(files).map(([name, text]) => [
    name,
    text.replaceAll('http://127.0.0.1:8080', service),
  ]);
  await writeFiles(project, Object.fromEntries(addressed) as Record<string, string>);
  const title = await deliverSoon(service);

  await test.step('in development', async () => {
    await expectWorking(page, await startVite(seeing, project), title);
  });
  await test.step('as a production build', async () => {
    const [building = '', previewing = ''] = publishing.split('\n');
    await runShell(building, project);
    await expectWorking(page, await startVite(previewing, project), title);
  });
  await test.step('its command prints help', async () => {
    expect(await runShell('npx tavle --help', project)).toContain('Usage: tavle');
  });
  await test.step('importing a class registers no element and adds no other code', async () => {
    const {build} = await import('vite');
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

test('a portal in React 19 uses the elements with their types, also rendered on a server', async ({
  projects,
  demo,
  commands: {startVite},
  page,
}) => {
  const project = join(projects, 'react');
  await writeFiles(project, await filesOf('guides/frameworks.md', 'Portal.tsx'));
  await writeFiles(project, await filesOf('guides/frameworks.md', 'Calendar.tsx'));
  await runShell(`${tsc} && vite build && vite build --ssr server.tsx --outDir server`, project, installed);
  const served = join(project, 'dist', 'served.html');
  const html = (await runShell('node server/server.js', project)).trim();
  expect(html).toBe('<tavle-calendar cvr="12345674"></tavle-calendar>');
  await writeFile(served, (await readFile(served, 'utf8')).replace('<!-- server -->', html));

  const title = await deliverSoon(demo.url);
  const site = await startVite('vite preview', project, {...installed, TAVLE_SERVICE: demo.url});
  await test.step('rendered in the browser', async () => {
    await expectWorking(page, site, title);
    await expect(page).toHaveTitle('Slået til eller fra: frister');
  });
  await test.step('rendered on the server', async () => {
    await withoutProblems(page, `${site}/served.html`, () => expectDeadline(page, title));
  });
});

test('a portal in Vue 3 uses the elements, their properties and their events', async ({
  projects,
  demo,
  commands: {startVite},
  page,
}) => {
  const project = join(projects, 'vue');
  await writeFiles(project, await filesOf('guides/frameworks.md', 'vite.config.js', 'Portal.vue'));
  await runShell('vite build', project, installed);

  const title = await deliverSoon(demo.url);
  const toggled: string[] = [];
  page.on('console', message => toggled.push(message.text()));
  const preview = 'vite preview --config preview.config.mjs';
  const site = await startVite(preview, project, {...installed, TAVLE_SERVICE: demo.url});
  await expectWorking(page, site, title);
  expect(toggled).toEqual(['frister false', 'frister true']);
});

test('the elements load without a browser', async ({projects}) => {
  const entries = [
    'tavle',
    'tavle/define',
    'tavle/dashboard/define',
    'tavle/calendar/define',
    'tavle/editorial/define',
    'tavle/forms/define',
  ];
  const imports = entries.map(entry => `await import('${entry}');`).join(' ');
  const script = `${imports} console.log(typeof document, typeof HTMLElement)`;
  const output = await runShell(`node --input-type=module -e "${script}"`, join(projects, 'react'));
  expect(output).toBe('undefined undefined\n');
});
