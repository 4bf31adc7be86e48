import type {Page} from 'playwright/test';

import type {EmbedAddresses} from '../server/embed.ts';
import {watchProblems} from './support/browser.ts';
import {
  embedAddresses,
  embeddingPage,
  lightContent,
  ownScript,
  scriptTag,
  strictPolicy,
  trustedTypes,
} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

interface Embedding {
  readonly scripts: readonly string[];
  readonly policy?: string;
}

/** The ways to embed the dashboard, given the service's origin and its script's URLs and digest. */
const embeddings: Record<string, (service: string, addresses: EmbedAddresses) => Embedding> = {
  'that loads the dashboard alone, with a strict policy and Trusted Types': service => ({
    scripts: [scriptTag(`${service}/embed/dashboard.js`), ownScript],
    policy: `${strictPolicy(service)}; ${trustedTypes}`,
  }),

  'that has the script twice, and at both its addresses': (_, {url, versionedUrl}) => ({
    scripts: [scriptTag(url), scriptTag(versionedUrl), ownScript, scriptTag(url)],
  }),
};

const frister = (page: Page) => page.getByRole('switch', {name: 'Frister'});

/** Uses the dashboard, and expects the same state after a reload. */
async function expectDashboardWorks(page: Page) {
  await expect(page.getByRole('heading', {name: 'På dit overblik 1'})).toBeVisible();
  await expect(page.getByRole('heading', {name: 'Skjulte felter 1'})).toBeVisible();
  await expect(page.getByText('Moms: 1. marts')).toBeVisible();
  await expect(page.getByText(lightContent)).toBeHidden();
  await expect(page.getByText('Tilladelser')).toHaveCount(0);

  const saved = page.waitForResponse(response => response.request().method() === 'PUT');
  await frister(page).click();
  await expect(page.getByRole('status')).toHaveText('Frister vises ikke længere på dit overblik.');
  expect((await saved).status()).toBe(200);

  await page.reload();
  await expect(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
  await expect(page.getByText('Moms: 1. marts')).toHaveCount(0);
  await expect(frister(page)).not.toBeChecked();
}

test.describe('the dashboard works on a page', () => {
  for (const [name, embed] of Object.entries(embeddings)) {
    test(name, async ({page, site, siteService: {url}}) => {
      const problems = watchProblems(page);
      const {scripts, policy = ''} = embed(url, await embedAddresses(url));
      site.html = embeddingPage(scripts);
      site.headers = {'content-security-policy': policy};
      await page.goto(site.origin);
      await expectDashboardWorks(page);
      expect(problems).toEqual([]);
    });
  }
});

test('each script, pinned by its digest, registers only its elements', async ({
  page,
  site,
  siteService: {url},
}) => {
  const tagsOf = {
    tavle: ['tavle-app', 'tavle-calendar', 'tavle-dashboard', 'tavle-deadlines'],
    dashboard: ['tavle-app', 'tavle-dashboard'],
    calendar: ['tavle-calendar'],
    deadlines: ['tavle-deadlines'],
    forms: ['tavle-form', 'tavle-form-search'],
    editorial: ['tavle-editorial'],
  };
  const all = [...tagsOf.tavle, ...tagsOf.forms, ...tagsOf.editorial];
  const registered = () => page.evaluate(tags => tags.filter(tag => customElements.get(tag)), all);
  for (const [script, tags] of Object.entries(tagsOf)) {
    await test.step(`${script}.js`, async () => {
      const {versionedUrl, integrity} = await embedAddresses(url, script);
      site.html = embeddingPage([
        scriptTag(versionedUrl, `integrity="${integrity}" crossorigin="anonymous"`),
      ]);
      await page.goto(site.origin);
      await expect.poll(registered).toEqual(tags);
    });
  }
});
