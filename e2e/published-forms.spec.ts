import type {Page} from 'playwright/test';

import {isThorough} from '../server/testing/thoroughness.ts';
import {watchProblems} from './support/browser.ts';
import {engines, expect, test} from './support/test.ts';

const kmd = '26911745';
const required = {
  udstillere: 'ERST',
  titel: 'Anmeld rullende værksted',
  formularType: 'integration-ekstern-link',
  startKnapTekst: 'Anmeld nu',
  forslagTilSoegeord: 'autoreparation',
  publiceringsdato: '2020-01-01',
  forventetDigital: 2,
  forventetIdriftSat: 2,
  forventetTilgaengelig: 2,
  forventetIntegreret: 2,
};

/** Gives the form with a suggestion these keywords, as an editor of the demo. */
async function acceptSuggestion({request}: Page, url: string, soegeord: string): Promise<void> {
  const token = await request.post(`${url}/demo/token`, {data: {sub: 'demo-eva'}});
  const headers = {authorization: `Bearer ${((await token.json()) as {token: string}).token}`};
  const forms = `${url}/redaktion/1/formularer`;
  const list = await request.get(`${forms}?nye=true&soeg=${soegeord}`, {headers});
  const [{diaId} = {diaId: ''}] = ((await list.json()) as {formularer: {diaId: string}[]}).formularer;
  expect((await request.put(`${forms}/${diaId}`, {headers, data: {soegeord}})).status()).toBe(200);
}

/** `public-forms.test.ts` tests published forms on every engine in each run. */
for (const engine of isThorough ? engines : (['LMDB'] as const)) {
  test(`a citizen finds and starts a form that a supplier publishes, on ${engine}`, async ({
    page,
    startDemo,
    newStore,
  }) => {
    const problems = watchProblems(page);
    const {url} = await startDemo({TAVLE_STORE: await newStore(engine)});
    // The demo sends it with the supplier's client certificate.
    const put = async (fields: object) => {
      const call = {som: kmd, method: 'PUT', path: `/dia/2/formular/${kmd}/rul-1`, body: fields};
      const response = await page.request.post(`${url}/demo/kald`, {data: call});
      expect(response.status()).toBe(201);
    };
    await put({...required, urlProd: `${url}/docs`, kraeverSSO: true});
    const found = async (text: string) => {
      const response = await page.request.get(`${url}/formularer/1?soeg=${text}`);
      return ((await response.json()) as {antal: number}).antal;
    };
    await expect.poll(() => found('rullende'), {timeout: 10_000}).toBe(1);
    expect(await found('autorep')).toBe(0);
    await acceptSuggestion(page, url, required.forslagTilSoegeord);
    await expect.poll(() => found('autorep'), {timeout: 10_000}).toBe(1);

    await page.goto(`${url}/demo/find-formular.html`);
    await page.getByRole('searchbox', {name: 'Søg efter formularer'}).fill('AUTOREP');
    // A result that moves while it is clicked is not opened.
    await expect(page.getByRole('heading', {name: '1 formular', exact: true})).toBeVisible();
    await page.getByRole('link', {name: 'Anmeld rullende værksted'}).click();
    await expect(page).toHaveURL(`${url}/demo/myndigheder/stat/ERST/Anmeld_rullende_vaerksted`);
    await expect(page.getByRole('heading', {name: 'Anmeld rullende værksted', level: 1})).toBeVisible();
    await expect(page).toHaveTitle(/^Anmeld rullende værksted/);

    // The rest depends only on caches, so one engine is enough.
    if (engine === 'LMDB') {
      await put({kortBeskrivelse: 'Nu også på hjul.'});
      await expect(async () => {
        await page.reload();
        await expect(page.getByText('Nu også på hjul.')).toBeVisible({timeout: 1_000});
      }).toPass();
    }
    await page.getByRole('link', {name: 'Anmeld nu'}).click();
    // `loesningsUrl`, since the form requires login.
    await expect(page).toHaveURL(`${url}/demo/nemlogin/login?f=/integration/ERST/Anmeld_rullende_vaerksted`);
    await page.getByRole('link', {name: 'Fortsæt til løsningen'}).click();
    await expect(page).toHaveURL(`${url}/docs`);
    expect(problems).toEqual([]);
  });
}
