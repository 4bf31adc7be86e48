import {engines} from './engines/engines.ts';
import {embedAddresses, embeddingPage, scriptTag, trustedTypes} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

const nonce = 'c2VjcmV0';
const byNonce = `script-src 'nonce-${nonce}'`;

/** Policies that allow scripts by nonce alone, not by the origin of the service. The kind of path only matters with the first policy. */
const cases = [
  ['a nonce', byNonce, 'a path with a version and a digest'],
  ['a nonce', byNonce, 'a path without a version'],
  ['a nonce and strict-dynamic', `${byNonce} 'strict-dynamic'`, 'a path with a version and a digest'],
  ['a nonce and Trusted Types', `${byNonce}; ${trustedTypes}`, 'a path with a version and a digest'],
] as const;

/** Sets the token in an inline script, which needs the nonce as well. */
const ownScript = `<script type="module" nonce="${nonce}">
  document.querySelector('tavle-dashboard').getToken = async () => (await fetch('/token')).text();
</script>`;

for (const engine of engines) {
  test.describe(engine.name, () => {
    test.describe.configure({mode: 'default'});

    for (const [name, policy, path] of cases) {
      test(`later files are loaded by a script at ${path} on a page whose policy allows scripts by ${name}`, async ({
        personIn,
        site,
        siteService: {url},
      }) => {
        const {versionedUrl, integrity} = await embedAddresses(url);
        const tag = path.endsWith('digest')
          ? scriptTag(versionedUrl, `nonce="${nonce}" integrity="${integrity}" crossorigin="anonymous"`)
          : scriptTag(`${url}/embed/tavle.js`, `nonce="${nonce}"`);
        site.html = embeddingPage([ownScript, tag]).replace('lang="da"', 'lang="en"');
        site.headers = {
          'content-security-policy': `default-src 'none'; img-src 'self'; connect-src 'self' ${url}; ${policy}`,
        };
        const person = await personIn(engine);
        await person.open(site.origin);
        await person.see({role: 'heading', text: 'Hidden from your overview'});
        expect(await person.tab.problems()).toEqual([]);
      });
    }
  });
}
