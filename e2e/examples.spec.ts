import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {freePort} from '../server/store/testing/redis-process.ts';

import {watchProblems} from './support/browser.ts';

import {readDocBlocks, readNamedBlocks} from './support/doc-blocks.ts';
import {njs} from './support/nginx.ts';
import {nginx, nginxConfig, startProxy} from './support/proxy-process.ts';
import {runShell, startUntil, writePrograms} from './support/shell.ts';
import {expectPortal, runPortal} from './support/portal-example.ts';
import {expect, test} from './support/test.ts';
import {startTestService} from './support/test-service.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** These tests run the complete examples of the manual, with their files and commands as printed. */

test('the manual’s program publishes 50 forms from a CSV file, names those that are refused, and corrects them when it runs again', async ({
  directory,
}) => {
  const {url, place, stop} = await startTestService(directory);
  const {files, commands} = await readDocBlocks('guides/form-suppliers.md');
  const {'forms.csv': csv = '', 'forms.py': program = ''} = files;
  const run = commands.at(-1) ?? '';
  await writeFile(join(place, 'forms.py'), program.replaceAll('https://localhost:9443', url));
  const published = async (permalink: string) =>
    JSON.parse(
      await runShell(
        `curl --silent --cacert certificates/ca.pem ${url}/formularer/1/TEST/${permalink}`,
        place,
      ),
    ) as object;
  try {
    // With a byte order mark, CRLF and an empty row, as Excel writes CSV.
    await writeFile(join(place, 'forms.csv'), `\uFEFF${csv};;;;;\n`.replaceAll('\n', '\r\n'));
    const printed = await runShell(run, place);
    expect(printed).toContain('The form variant was created: moms-1');
    expect(printed).toMatch(/^0 failed$/m);
    expect(await published('Indberet_moms')).toMatchObject({
      kortBeskrivelse: 'Indberet moms; også når den er nul',
    });

    const rows = Array.from(
      {length: 48},
      (_, index) => `skema/${index};TEST;Skema ${index};;https://skema.example.dk/${index};FALSK`,
    );
    const wrong = rows.toSpliced(3, 1, 'skema/3;TEST;Skema 3;;skema.example.dk;FALSK');
    await writeFile(join(place, 'forms.csv'), `${csv}${wrong.join('\n')}\n`);
    const refused = await runShell(`${run} || echo exit $?`, place);
    expect(refused).toMatch(/^skema\/3: .*urlProd/m);
    expect(refused).toMatch(/^1 failed\nexit 1$/m);

    await writeFile(join(place, 'forms.csv'), `${csv}${rows.join('\n')}\n`);
    const corrected = await runShell(run, place);
    expect(corrected.match(/was updated/g)).toHaveLength(49);
    expect(corrected).toMatch(/^The form variant was created: skema\/3$/m);
    expect(corrected).toMatch(/^0 failed$/m);
    expect(await published('Skema_47')).toMatchObject({titel: 'Skema 47'});
  } finally {
    await stop();
  }
});

test('the manual’s portal signs persons in and out, and shows the companies of each, from a service at another origin', async ({
  directory,
  page,
  startDemo,
  runUntil,
}) => {
  const problems = watchProblems(page);
  const portal = await runPortal(directory, 'pages', startDemo, runUntil);
  await expectPortal(page, portal.url);
  // The browser reports the 401 of a session that has ended.
  expect(problems.filter(problem => !problem.includes('401'))).toEqual([]);
});

test('the block that an editor pastes into a page of a CMS shows the calendar of the person, and nothing of a person to a cache', async ({
  directory,
  page,
  startDemo,
  runUntil,
}) => {
  const portal = await runPortal(directory, 'pages', startDemo, runUntil);
  const head = portal.files['cms-theme.html'] ?? '';
  const block = portal.files['cms-block.html'] ?? '';
  const html = `<!doctype html><html lang="da"><head><meta charset="utf-8"><title>Frister</title>${head}</head><body>${block}</body></html>`;
  await writeFile(join(directory, 'pages/frister.html'), html);

  await page.goto(`${portal.url}/frister.html`);
  await page.getByRole('link', {name: 'Log på, og se dine frister'}).click();
  await page.getByRole('link', {name: 'Dorte Lind'}).click();
  await page.goto(`${portal.url}/frister.html`);
  await expect(page.getByRole('button', {name: 'Næste måned'})).toBeVisible();
  const cached = await page.request.get(`${portal.url}/frister.html`);
  expect(await cached.text()).toBe(html);
  expect(cached.headers()['content-security-policy']).toContain(`script-src 'self' ${portal.service}`);
  for (const path of ['session', 'my-token'])
    expect((await page.request.get(`${portal.url}/${path}`)).headers()['cache-control']).toBe('no-store');
  await page.getByRole('button', {name: 'Log af'}).click();
  await expect(page.getByRole('button', {name: 'Næste måned'})).toBeHidden();
});

test('the manual’s commands put nginx in front of a service of tavle init, at the same URL, and an authority delivers through it', async ({
  directory,
}) => {
  const {url, place, stop} = await startTestService(directory);
  await stop();
  const {port} = new URL(url);
  const servicePort = String(await freePort());
  const root = join(directory, 'root');
  const inTest = (text: string) =>
    text
      .replaceAll(/(?<![\w/])\/etc\/(?=nginx|ssl)/g, `${root}/etc/`)
      .replaceAll('9443', port)
      .replaceAll('8080', servicePort);
  await mkdir(join(root, 'etc/nginx/sites-enabled'), {recursive: true});
  const bin = join(directory, 'bin');
  await mkdir(bin);
  // These programs do nothing: the test starts nginx and the service itself.
  await writePrograms(bin, {
    sudo: 'case "$1" in nginx) exit;; esac; exec "$@"',
    'apt-get': 'true',
    systemctl: 'true',
    npx: `shift\nexec ${process.execPath} ${repository}/dist/server/cli.js "$@"`,
  });
  const env = {PATH: `${bin}:${process.env.PATH ?? ''}`, EDITOR: 'true'};
  const [copy = ''] = await readNamedBlocks('operate/proxies.md', 'nginx');
  await runShell(inTest(copy), repository, env);
  const [change = ''] = await readNamedBlocks('operate/proxies.md', 'init');
  await runShell(inTest(change), place, env);

  const site = join(root, 'etc/nginx/sites-enabled/tavle.conf');
  const changed = inTest(await readFile(site, 'utf8')).replace('listen 80;', `listen ${await freePort()};`);
  const file = join(directory, 'nginx.conf');
  await writeFile(file, `load_module ${njs};${nginxConfig(changed, directory)}`);
  const stopNginx = await startProxy(
    [nginx, '-c', file, '-p', directory, '-e', 'stderr'],
    `http://127.0.0.1:${port}`,
  );
  const [, , , load = '', serve = ''] = (await readDocBlocks('start/operator.md')).commands;
  const settings = load.split('\n')[1] ?? '';
  const service = await startUntil(`${settings}\nexec ${serve}`, /^tavle ready (\S+)$/m, place, env);
  try {
    expect(service.match[1]).toBe(`http://127.0.0.1:${servicePort}`);
    const [deliver = ''] = await readNamedBlocks('operate/proxies.md', 'init-authority');
    const delivered = await runShell(inTest(deliver), place);
    expect(delivered).toContain('"antalModtagere":1');
    const refused = inTest(deliver).replace('localhost', '127.0.0.1');
    await expect(runShell(refused, place)).rejects.toThrow('"code":401');
    await expect(runShell(inTest(deliver).replace(/--cert .*key /, ''), place)).rejects.toThrow('"code":401');
  } finally {
    await service.stop();
    await stopNginx();
  }
});
