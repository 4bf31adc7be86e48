import {journeyEngines} from './engines/engines.ts';
import {embedAddresses, embeddingPage, scriptTag, trustedTypes} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

const nonce = 'c2VjcmV0';

/** Policies that allow scripts by nonce alone, not by the origin of the service. */
const policies: Record<string, string> = {
  'a nonce': `script-src 'nonce-${nonce}'`,
  'a nonce and strict-dynamic': `script-src 'nonce-${nonce}' 'strict-dynamic'`,
  'a nonce and Trusted Types': `script-src 'nonce-${nonce}'; ${trustedTypes}`,
};

const paths = ['a path with a version and a digest', 'a path without a version'];

/** Sets the token in an inline script, which needs the nonce as well. */
const ownScript = `<script type="module" nonce="${nonce}">
  document.querySelector('tavle-dashboard').getToken = async () => (await fetch('/token')).text();
</script>`;

for (const engine of journeyEngines) {
  test.describe(engine.name, () => {
    test.describe.configure({mode: 'default'});

    for (const [index, [name, policy]] of Object.entries(policies).entries()) {
      // Both kinds of paths with the first policy: the others treat them alike.
      for (const path of index ? paths.slice(0, 1) : paths) {
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
          await person.step('load the English texts', async () => {
            await person.open(site.origin);
            await person.see({role: 'heading', text: 'Hidden cards'});
          });
          expect(await person.tab.problems()).toEqual([]);
        });
      }
    }
  });
}
