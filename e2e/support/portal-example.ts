import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';

import type {Page} from 'playwright/test';

import {freePort} from '../../server/store/testing/redis-process.ts';
import {readDocBlocks} from './doc-blocks.ts';
import type {ServiceProcess} from './process.ts';
import {expect} from './test.ts';

/**
 * The portal of `docs/guides/portal.md`, in front of a new demo, for the tests of that page and of `docs/guides/frameworks.md`, which has the same
 * portal in React. If the manual gets another port or step, change it here as well.
 */
export interface PortalExample {
  readonly url: string;
  readonly port: string;
  readonly service: string;
  /** The files of the page, with the ports of this run. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes the files of the manual's page into a directory, and runs the page's server for a folder in that directory. Only the ports differ from the manual. */
export async function runPortal(
  directory: string,
  folder: string,
  startDemo: (changes: NodeJS.ProcessEnv) => Promise<ServiceProcess>,
  runUntil: (command: string, ready: RegExp, directory: string) => Promise<RegExpExecArray>,
): Promise<PortalExample> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const {url: service} = await startDemo({TAVLE_ORIGINS: `${url},http://localhost:5173`});
  const page = await readDocBlocks('guides/portal.md');
  const files = Object.fromEntries(
    Object.entries(page.files).map(([name, text]) => [name, withPorts(text, port, service)]),
  );
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), {recursive: true});
    await writeFile(join(directory, name), text);
  }
  // The server prints nothing, so the command waits until it responds.
  const command = `node server.mjs ${folder} & until curl --silent --output /dev/null ${url}; do sleep 0.1; done; echo listens; wait`;
  await runUntil(command, /^listens$/m, directory);
  return {url, port, service, files};
}

/** Replaces the ports of the manual, which may be in use here. */
export function withPorts(text: string, port: string, service: string): string {
  return text
    .replaceAll('http://127.0.0.1:8080', service)
    .replaceAll('http://localhost:3000', `http://localhost:${port}`)
    .replaceAll('listen(3000', `listen(${port}`);
}

/** Signs in as a person with two companies, signs out, and signs in as a person with one company, whose session then ends. */
export async function expectPortal(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.goto(url);
  const signIn = async (name: string) => {
    await page.getByRole('link', {name: 'Log på'}).click();
    await page.getByRole('link', {name}).click();
    await expect(page.getByText(name)).toBeVisible();
  };
  const agenda = page.locator('tavle-calendar');

  await signIn('Dorte Lind');
  await page.getByRole('button', {name: 'Liste', exact: true}).click();
  await expect(agenda.getByText('Rørbæk Specialmaskiner A/S').first()).toBeVisible();
  await expect(page.getByRole('heading', {name: /På dit overblik/})).toBeVisible();

  await page.getByRole('button', {name: 'Log af'}).click();
  await expect(agenda).toBeHidden();
  await expect(page.getByText('Dorte Lind')).toBeHidden();

  await signIn('Anna Holm');
  await page.getByRole('button', {name: 'Liste', exact: true}).click();
  await expect(agenda.getByRole('list').first()).toBeVisible();
  await expect(agenda.getByText('Rørbæk Specialmaskiner A/S')).toHaveCount(0);

  // The session ends, and later the cached token expires.
  await page.context().clearCookies();
  await page.clock.fastForward(5 * 60_000);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('heading', {name: 'Log på for at se dit overblik'})).toBeVisible();
  await expect(page.getByRole('link', {name: 'Log på'}).first()).toHaveAttribute('href', '/log-paa');
}
