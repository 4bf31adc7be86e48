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

/** The scripts of a page with the dashboard, given the addresses of an embed file. */
const embeddings: [name: string, file: string, scripts: (addresses: EmbedAddresses) => string[]][] = [
  ['loads the dashboard alone', 'dashboard', ({url}) => [scriptTag(url), ownScript]],
  [
    'has the script twice, and at both its addresses',
    'tavle',
    ({url, versionedUrl}) => [scriptTag(url), scriptTag(versionedUrl), ownScript, scriptTag(url)],
  ],
  ['loads it as a classic script', 'dashboard', ({url}) => [`<script src="${url}"></script>`, ownScript]],
];

for (const [name, file, scriptsOf] of embeddings) {
  test(`the dashboard works on a page with a strict policy and Trusted Types that ${name}`, async ({
    page,
    site,
    siteService: {url},
  }) => {
    const problems = watchProblems(page);
    site.html = embeddingPage(scriptsOf(await embedAddresses(url, file)));
    site.headers = {'content-security-policy': `${strictPolicy(url)}; ${trustedTypes}`};
    await page.goto(site.origin);
    const frister = page.getByRole('switch', {name: 'Frister'});
    await expect(page.getByRole('heading', {name: 'På dit overblik 1'})).toBeVisible();
    await expect(page.getByRole('heading', {name: 'Skjult fra overblikket 1'})).toBeVisible();
    await expect(page.getByText('Moms: 1. marts')).toBeVisible();
    await expect(page.getByText(lightContent)).toBeHidden();
    await expect(page.getByText('Tilladelser')).toHaveCount(0);

    const saved = page.waitForResponse(response => response.request().method() === 'PUT');
    await page.getByRole('button', {name: 'Tilpas overblik'}).click();
    await frister.click();
    await expect(page.getByRole('status').filter({hasText: 'Frister'})).toHaveText(
      'Frister vises ikke længere på dit overblik.',
    );
    expect((await saved).status()).toBe(200);

    await page.reload();
    await expect(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
    await expect(page.getByText('Moms: 1. marts')).toHaveCount(0);
    await expect(frister).not.toBeChecked();
    expect(problems).toEqual([]);
  });
}

for (const [name, load] of [
  ['a module imports it', (url: string) => `<script type="module">import '${url}';</script>`],
  [
    'a consent manager creates its tag without a type',
    (url: string) =>
      `<script>document.head.append(Object.assign(document.createElement('script'), {src: '${url}'}))</script>`,
  ],
] as const) {
  test(`the script finds the service and its English texts when ${name}`, async ({
    page,
    site,
    siteService: {url},
  }) => {
    const problems = watchProblems(page);
    const html = embeddingPage([load((await embedAddresses(url)).url), ownScript]);
    site.html = html.replace('lang="da"', 'lang="en"');
    await page.goto(site.origin);
    await expect(page.getByRole('heading', {name: 'On your overview'})).toBeVisible();
    expect(problems).toEqual([]);
  });
}

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
