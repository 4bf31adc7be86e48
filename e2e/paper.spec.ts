import {demoToken, havblik} from './support/demo-calendar.ts';
import {scriptTag} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

const elements = {
  editorial: {html: '<tavle-editorial></tavle-editorial>', user: 'demo-eva', ready: '.item'},
  forms: {html: '<tavle-form-search></tavle-form-search>', user: undefined, ready: '.result'},
  deadlines: {
    html: `<tavle-deadlines cvr="${havblik}"></tavle-deadlines>`,
    user: undefined,
    ready: '[part="entry"]',
  },
};

for (const [script, {html, user, ready}] of Object.entries(elements)) {
  test(`the built ${script}.js prints dark text, without buttons, from a dark page`, async ({
    page,
    site,
    demo: {url},
  }) => {
    const token = await demoToken(url, user);
    site.html = `<!doctype html><html lang="da"><meta charset="utf-8"><title>En portal</title>
      <style>:root {color-scheme: dark; background: Canvas; color: CanvasText}</style>${html}
      ${scriptTag(`${url}/embed/${script}.js`)}
      <script type="module">
        for (const element of document.querySelectorAll('body > *')) element.getToken = async () => '${token}';
      </script></html>`;
    await page.goto(site.origin);
    await page.locator(ready).first().waitFor();
    await page.emulateMedia({media: 'print'});
    await expect(page.locator(ready).first()).toBeVisible();
    await expect(page.locator(ready).first()).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('button:not(.next-entry):visible')).toHaveCount(0);
  });
}
