import {randomUUID} from 'node:crypto';
import {readFile} from 'node:fs/promises';

import type {Page} from 'playwright/test';

import {demoToken, deliver, havblik, unsubscribe} from './support/demo-calendar.ts';
import {ownScript, scriptTag} from './support/embedding.ts';
import type {PortalSite} from './support/portal-site.ts';
import type {ServiceProcess} from './support/process.ts';
import {expect, test} from './support/test.ts';

/** Opens a portal's page with a calendar in a frame, and returns the frame. */
async function openFramed(page: Page, site: PortalSite, {url}: ServiceProcess, attributes: string) {
  site.token = await demoToken(url);
  site.html = `<!doctype html><html lang="da"><meta charset="utf-8"><title>En portal</title>
    <tavle-calendar cvr="${havblik}" date="2093-09-14" view="list"></tavle-calendar>
    ${scriptTag(`${url}/embed/tavle.js`)} ${ownScript}</html>`;
  const body = `<!doctype html><iframe ${attributes} src="/" width="800" height="800"></iframe>`;
  await page.route(`${site.origin}/framing`, route => route.fulfill({contentType: 'text/html', body}));
  await page.goto(`${site.origin}/framing`);
  return page.frameLocator('iframe');
}

for (const [name, sandbox, isDownloaded] of [
  ['without downloads', 'allow-scripts allow-same-origin', false],
  ['with downloads', 'allow-scripts allow-same-origin allow-downloads', true],
] as const) {
  test(`a deadline in a frame ${name} is offered as a link to its file, without a claim that it is downloaded`, async ({
    page,
    site,
    demo,
  }) => {
    const overskrift = `Moms, ${randomUUID().slice(0, 8)}`;
    const id = await deliver(demo.url, {overskrift, beskrivelse: 'Betal', fristDato: '14-09-2093'});
    const downloads: string[] = [];
    page.on('download', download => downloads.push(download.suggestedFilename()));
    const frame = await openFramed(page, site, demo, `sandbox="${sandbox}"`);
    await frame.getByRole('button', {name: overskrift}).click();
    const dialog = frame.getByRole('dialog');
    await dialog.getByRole('button', {name: 'Føj til kalender'}).click();

    await expect(dialog.getByRole('status').first()).toHaveText(
      'Filen er klar. Åbn den for at føje fristen til din kalender.',
    );
    const link = dialog.getByRole('link', {name: 'Kalenderfil med fristen'});
    const [type, content = ''] = ((await link.getAttribute('href')) ?? '').split(',');
    expect(type).toBe('data:text/calendar;charset=utf-8');
    expect(decodeURIComponent(content)).toMatch(
      /^BEGIN:VCALENDAR\r\n[^]*SUMMARY:Moms\\, [^]*END:VCALENDAR\r\n$/,
    );
    if (isDownloaded) {
      const download = page.waitForEvent('download');
      await link.click();
      expect(await readFile(await (await download).path(), 'utf8')).toBe(decodeURIComponent(content));
    } else await link.click();
    expect(downloads).toEqual(isDownloaded ? [`frist-${id}.ics`, `frist-${id}.ics`] : []);
  });
}

test('a calendar in a frame copies its link', async ({page, context, site, demo}) => {
  await unsubscribe(demo.url);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const frame = await openFramed(page, site, demo, '');
  await frame.getByRole('button', {name: 'Få besked om frister'}).click();
  const dialog = frame.getByRole('dialog');
  await dialog.getByRole('button', {name: 'Opret link'}).click();
  await dialog.getByRole('button', {name: 'Kopiér'}).click();
  await expect(dialog.getByText('Linket er kopieret.')).toBeVisible();
  const url = await dialog.getByRole('textbox', {name: 'Kalenderlink'}).inputValue();
  expect(url).toMatch(/^https?:/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});
