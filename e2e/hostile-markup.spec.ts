import type {Page} from 'playwright/test';

import {watchProblems} from './support/browser.ts';
import {demoToken, deliver, havblik, readFeed, subscribe} from './support/demo-calendar.ts';
import {embedAddresses, ownScript, scriptTag} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

/** From the public cheat sheets of OWASP and PortSwigger, and from advisories on sanitisers. */
const attacks = [
  '<script>alert(hit=1)</script>',
  '"><script>alert(hit=1)</script>',
  '<img src=x onerror=alert(hit=1)>',
  '<svg onload=alert(hit=1)>',
  '<svg><script>alert(hit=1)</script></svg>',
  '<svg><animate onbegin=alert(hit=1) attributeName=x dur=1s>',
  '<body onload=alert(hit=1)>',
  '<iframe src="javascript:parent.alert(parent.hit=1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(parent.hit=1)</script>"></iframe>',
  '<details open ontoggle=alert(hit=1)>x</details>',
  '<input autofocus onfocus=alert(hit=1)>',
  '<video><source onerror=alert(hit=1)></video>',
  '<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart=alert(hit=1)>x</p>',
  '<a href="jav&#x09;ascript:alert(hit=1)">x</a>',
  '<form action="javascript:alert(hit=1)"><button>x</button></form>',
  '<math><mtext></mtext><mglyph><style></math><img src onerror=alert(hit=1)></style></mglyph></math>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(hit=1)>">',
  '<form><button formaction="javascript:alert(hit=1)">x</button></form>',
  '<base href="https://evil.example/"><a href="x">x</a>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(hit=1)">',
];

/** All that can run or load something in an authority's markup. */
const harmful = [
  'base',
  'meta',
  '[href^="javascript"]',
  'script',
  'style',
  'img',
  'svg',
  'math',
  'iframe',
  'form',
  'input',
  'video',
  'details',
  'template',
]
  .map(name => `.markup ${name}`)
  .join(', ');

/** Notes what an attack that works would do. */
function watchHits(page: Page): () => Promise<string[]> {
  const dialogs: string[] = [];
  page.on('dialog', dialog => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return async () => [...dialogs, ...((await page.evaluate(() => 'hit' in window)) ? ['hit'] : [])];
}

test('hostile titles and descriptions are text, and do nothing, wherever they are shown, and leave the feed whole', async ({
  browser,
  startDemo,
}) => {
  const {url} = await startDemo();
  const hostile = [...attacks, 'Slut\r\nEND:VEVENT\r\nEND:VCALENDAR', ';,:\\n"\\'];
  for (const [place, attack] of hostile.entries()) {
    const fristDato = `${String(place + 1).padStart(2, '0')}-09-2099`;
    const beskrivelse = `<p>Før <b>nr. ${place}</b></p>${attack}`;
    await deliver(url, {overskrift: attack, beskrivelse, fristDato});
  }
  // The demo's own policy would stop an attack that gets past the sanitiser; without it the sanitiser stands alone.
  const page = await browser.newPage({bypassCSP: true});
  const hits = watchHits(page);
  const calendar = page.locator('tavle-calendar');
  const dialog = page.getByRole('dialog');
  const entries = calendar.locator('[part="list"] [part="entry"]');

  await page.goto(`${url}/demo/frister.html?tavle-dato=2099-09-01&tavle-visning=month`);
  await expect(calendar.locator('[part="chip"]')).toHaveText(hostile);

  await page.getByRole('button', {name: 'Liste', exact: true}).click();
  await expect(calendar.locator('[part="list"] .entry-title')).toHaveText(hostile);

  for (const place of attacks.keys()) {
    await entries.nth(place).click();
    await expect(dialog.locator('b')).toHaveText(`nr. ${place}`);
    await expect(dialog.locator(harmful)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  await page.getByRole('button', {name: 'Måned', exact: true}).click();
  await page.pdf();
  expect(await hits()).toEqual([]);
  await page.close();

  const events = (await readFeed(await subscribe(url))).filter(({startDate}) => startDate.year === 2099);
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  expect(events.map(({summary}) => plain(summary)).sort()).toEqual(
    hostile.map(attack => plain(`${attack} (Skattestyrelsen)`)).sort(),
  );
  for (const {description} of events) expect(description).toMatch(/^Før/);
});

test('a foreign page with a strict policy loads later files once they are needed, unless they were changed', async ({
  page,
  site,
  startDemo,
}) => {
  const {url} = await startDemo({TAVLE_ORIGINS: site.origin});
  site.token = await demoToken(url);
  for (const overskrift of ['Moms', 'Løn']) {
    const beskrivelse = `<p>Betal <b>${overskrift}</b></p>`;
    await deliver(url, {overskrift, beskrivelse, fristDato: '14-09-2099'});
  }
  site.headers = {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${url}`,
      `connect-src 'self' ${url}`,
      "require-trusted-types-for 'script'",
      "trusted-types lit-html dompurify 'allow-duplicates'",
    ].join('; '),
  };
  /** Opens the page of a portal that shows the calendar, with the pointer outside the calendar. */
  async function open(script: string, lang = 'da', cvr = havblik): Promise<void> {
    await page.mouse.move(0, 0);
    site.html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>En portal</title>
      <tavle-calendar cvr="${cvr}" date="2099-09-14" view="list"></tavle-calendar>
      ${script} ${ownScript}</html>`;
    await page.goto(site.origin);
    await expect(page.getByRole('button', {name: /^Moms /})).toBeVisible();
  }
  const problems = watchProblems(page);
  const dialog = page.getByRole('dialog');
  let later: string[] = [];
  page.on('request', request => {
    if (/\/embed\/(?!.*tavle\.js)/.test(request.url())) later.push(request.url());
  });
  const addresses = await embedAddresses(url);
  const urlsOf = (script: string, ...names: string[]) => names.map(name => script.replace('tavle.js', name));

  for (const script of [addresses.url, addresses.versionedUrl]) {
    await test.step(script, async () => {
      await open(scriptTag(script));
      await expect.poll(() => later).toEqual(urlsOf(script, 'tools.js'));
      for (const name of ['Moms', 'Løn']) {
        await page.getByRole('button', {name: new RegExp(`^${name} `)}).click();
        await expect(dialog.locator('b')).toHaveText(name);
        await page.keyboard.press('Escape');
      }
      // One request for each: the module that ran is the one whose digest was checked.
      expect(later.toSorted()).toEqual(urlsOf(script, 'dialogs.js', 'sanitise.js', 'tools.js'));
      later = [];
      expect(problems).toEqual([]);
    });
  }

  await test.step('an English page loads the English texts', async () => {
    await open(scriptTag(addresses.url), 'en');
    await expect(page.getByRole('button', {name: 'Month', exact: true})).toBeVisible();
    await expect.poll(() => later).toEqual(urlsOf(addresses.url, 'en.js', 'tools.js'));
    expect(problems).toEqual([]);
  });

  await test.step('a page of several companies loads what they need, and no other page does', async () => {
    later = [];
    // The token does not name the second company: the deadlines of the first one are shown.
    await open(scriptTag(addresses.url), 'da', `${havblik} 99999999`);
    await expect(page.getByText(/^Frister for CVR\s99\s99\s99\s99 kunne ikke hentes/)).toBeVisible();
    await expect.poll(() => later).toEqual(urlsOf(addresses.url, 'companies.js', 'tools.js'));
  });

  await test.step('a page runs nothing of a file that was changed, and loads the right one by a second attempt', async () => {
    await page.route('**/dialogs.js*', async route => {
      const response = await route.fetch();
      await route.fulfill({response, body: `window.changed = true;${await response.text()}`});
    });
    await open(scriptTag(addresses.url));
    await page.getByRole('button', {name: /^Moms /}).click();
    await expect(dialog.getByRole('alert').first()).toHaveText(
      'Vi har problemer lige nu. Prøv igen om lidt.',
    );
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
    expect(problems.join()).toContain('integrity');
    await page.unroute('**/dialogs.js*');
    await dialog.getByRole('button', {name: 'Prøv igen'}).click();
    await expect(dialog.locator('b')).toHaveText('Moms');
  });

  await test.step('a page that pins the script runs nothing of a sanitiser that was changed, and shows the text', async () => {
    const known = problems.length;
    await page.route('**/sanitise.js', async route => {
      const response = await route.fetch();
      await route.fulfill({response, body: `window.changed = true;${await response.text()}`});
    });
    await open(
      scriptTag(addresses.versionedUrl, `integrity="${addresses.integrity}" crossorigin="anonymous"`),
    );
    await page.getByRole('button', {name: /^Moms /}).click();
    await expect(dialog.locator('.markup')).toHaveText('Betal Moms');
    await expect(dialog.locator('.markup b')).toHaveCount(0);
    expect(problems.slice(known).join()).toContain('integrity');
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
  });
});
