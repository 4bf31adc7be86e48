// The page of a portal that loads the elements from a service, for tests of scripts, policies and sessions. Change the
// markup here only if all of these tests need it.
import type {EmbedAddresses} from '../../server/embed.ts';

/** A text in the dashboard that is only visible until the script runs. */
export const lightContent = 'Dit overblik kræver JavaScript.';

/**
 * Returns a portal's page with the dashboard. Frister is active at first, CVR-oplysninger is off, and Tilladelser is
 * hidden; see the portal of the tests.
 *
 * @param scripts The tags of the elements' script and of the portal's script.
 * @param head More markup for the page's head.
 */
export function embeddingPage(scripts: readonly string[], head = ''): string {
  return `<!doctype html>
<html lang="da">
  <head>
    <meta charset="utf-8">
    <title>En portal</title>
    ${head}
  </head>
  <body>
    <h1>En portal</h1>
    <tavle-dashboard>
      <p>${lightContent}</p>
      <tavle-app name="frister" heading="Frister"><template><p>Moms: 1. marts</p></template></tavle-app>
      <tavle-app name="cvr" heading="CVR-oplysninger"><template><p>Havblik Bageri ApS</p></template></tavle-app>
      <tavle-app name="tilladelser" heading="Tilladelser"></tavle-app>
    </tavle-dashboard>
    ${scripts.join('\n    ')}
  </body>
</html>`;
}

/** Returns the tag that loads a module. */
export function scriptTag(url: string, attributes = ''): string {
  return `<script type="module" src="${url}" ${attributes}></script>`;
}

/** The tag of the portal's script, which sets the dashboard's `getToken`. */
export const ownScript = scriptTag('/portal.js');

/** Returns the URLs and the digest of a script of a service. */
export async function embedAddresses(url: string, script = 'tavle'): Promise<EmbedAddresses> {
  return (await (await fetch(`${url}/embed/${script}.json`)).json()) as EmbedAddresses;
}

/** Returns a strict policy of a page that loads a script of a service. */
export function strictPolicy(service: string): string {
  return `default-src 'none'; script-src 'self' ${service}; connect-src 'self' ${service}`;
}

/** The part of a policy that requires Trusted Types. */
export const trustedTypes =
  "require-trusted-types-for 'script'; trusted-types lit-html dompurify 'allow-duplicates'";
