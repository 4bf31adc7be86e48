import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, readFile, readdir, readlink, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import type {Page} from 'playwright/test';

import {isThorough} from '../server/testing/thoroughness.ts';
import {freePort} from '../server/store/testing/redis-process.ts';
import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

/** The files and folders that `npm run dev` reads. */
const sources = [
  ...['proof/bench/support', 'certificates', 'client', 'demo', 'dist', 'docs', 'scripts', 'server'],
  ...['package.json', 'tsconfig.json', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
];

/** The maximum time until a change is visible. `npm run proof` runs the test alone; a busy machine takes longer. */
const maxMs = isThorough ? 3_000 : 30_000;

test('npm run dev shows the states of the elements and each change without a build, and leaves no process when it ends', async ({
  directory,
  page,
}) => {
  for (const path of sources)
    await cp(resolve(path), join(directory, path), {
      recursive: true,
      filter: name => !name.includes('node_modules') && !name.includes('/pictures/'),
    });
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  await withDevServer(directory, async site => {
    const statusOf = (path: string) =>
      fetch(site + path).then(
        ({status}) => status,
        () => 0,
      );
    await expect.poll(() => statusOf('/health/ready')).toBe(200);
    await showStates(page, site);
    const problems = watchProblems(page);
    await page.goto(`${site}/demo/`);
    await expect(page.getByRole('button', {name: 'Tilpas overblik'})).toBeVisible();

    /** Changes a file, and returns how long it takes until the change is visible. */
    const edit = async (path: string, from: string, to: string, isVisible: () => Promise<unknown>) => {
      const file = join(directory, path);
      const text = await readFile(file, 'utf8');
      expect(text).toContain(from);
      await writeFile(file, text.replace(from, to));
      const started = performance.now();
      await isVisible();
      return performance.now() - started;
    };
    const shows = (text: string) => () => expect(page.getByText(text).first()).toBeVisible();
    const times = [
      await edit(
        'client/texts/da.ts',
        "'På dit overblik'",
        "'På dit overblik nu'",
        shows('På dit overblik nu'),
      ),
      await edit('demo/pages/frame.html', '>Overblik<', '>Oversigten<', shows('Oversigten')),
    ];
    expect(problems.filter(problem => !problem.startsWith('Lit is in dev mode'))).toEqual([]);
    for (const time of times) expect(time).toBeLessThan(maxMs);

    // The restart of the service takes more than a minute on a busy machine.
    const text = async () => (await fetch(`${site}/nothing`)).text();
    await edit('server/problem.ts', 'There is nothing at this URL.', 'Nothing is here.', () =>
      expect.poll(text, {timeout: 180_000}).toContain('Nothing is here.'),
    );
    // The end below comes while the service is built again.
    await edit('server/problem.ts', 'Nothing is here.', 'Nothing at all.', () => setTimeout(200));
  });
  await setTimeout(1_000);
  const processes = await readdir('/proc');
  const folders = await Promise.allSettled(processes.map(id => readlink(`/proc/${id}/cwd`)));
  expect(folders.map(folder => folder.status === 'fulfilled' && folder.value)).not.toContain(directory);
});

/** Shows two states of the elements on the page of states. */
async function showStates(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/demo/states`);
  const choose = (label: string, value: string) => page.getByLabel(label).selectOption(value);
  await choose('State', 'calendar with a deadline hidden, which can be undone');
  await choose('Width', '320');
  await choose('Language', 'en');
  await choose('Colour scheme', 'dark');
  await choose('Theme', 'borger');
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('html[data-state=shown]')).toBeAttached();
  await expect(frame.getByRole('button', {name: 'Undo'})).toBeVisible();
  const look = await frame.locator('html').evaluate(html => {
    const {colorScheme} = getComputedStyle(html);
    const primary = getComputedStyle(html).getPropertyValue('--tavle-color-primary');
    return {width: innerWidth, colorScheme, hasTheme: primary !== ''};
  });
  expect(look).toEqual({width: 320, colorScheme: 'dark', hasTheme: true});

  await page.goto(`${site}/demo/states?state=dashboard+when+saving+failed`);
  await expect(frame.getByRole('switch', {name: 'Frister'})).toBeFocused();
  await expect(frame.getByRole('alert').first()).toBeVisible();
}

/** Runs `npm run dev` in a folder. */
async function withDevServer(cwd: string, use: (site: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd,
    env: {PATH: process.env.PATH, TAVLE_PORT: String(port)},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(dev, 'exit');
  try {
    let printed = '';
    for await (const chunk of dev.stdout.iterator({destroyOnReturn: false})) {
      printed += String(chunk);
      if (printed.includes('The pages are at')) break;
    }
    await use(`http://localhost:${port}`);
  } finally {
    dev.kill('SIGTERM');
    await ended;
  }
}
