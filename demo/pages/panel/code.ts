// The tab "Code" of the developer panel, for `panel.ts`: what a developer copies to show an element on another page.
// Change the examples here. They must work on any page as they are, since developers paste them.
import './code-block.ts';

import {html} from 'lit';

import {say} from '../settings.ts';

/** Renders the markup and the script for an element on another page. */
export function renderCode(element: Element) {
  const script = element.localName === 'tavle-editorial' ? 'editorial' : 'tavle';
  const tag = `<script type="module" src="${location.origin}/embed/${script}.js"></script>`;
  const block = (name: string, heading: string, code: string) =>
    html`<demo-code-block name=${name} heading=${heading} .code=${code}></demo-code-block>`;
  return html`
    <section>
      <h3>${say('Sæt elementet ind på din side', 'Use it on your page')}</h3>
      ${block('markup', say('Siden', 'The page'), `${tag}\n\n${elementMarkup(element)}`)}
      ${block('script', say('Dit eget script', 'Your own script'), tokenScript(element.localName))}
    </section>
  `;
}

function elementMarkup(element: Element): string {
  const tag = element.localName;
  const attributes = Object.keys(__ELEMENTS__.attributes[tag] ?? {})
    .filter(name => element.hasAttribute(name))
    .map(name => [name, element.getAttribute(name)?.replaceAll('"', '&quot;')])
    .map(([name, value]) => ` ${name}${value ? `="${value}"` : ''}`);
  const apps = [...element.querySelectorAll('tavle-app')].map(
    ({name, heading}) =>
      `  <tavle-app name="${name}" heading="${heading}">\n    <template>…</template>\n  </tavle-app>\n`,
  );
  return `<${tag}${attributes.join('')}>${apps.length ? '\n' : ''}${apps.join('')}</${tag}>`;
}

function tokenScript(tag: string): string {
  const name = tag.replace('tavle-', '');
  return `const ${name} = document.querySelector('${tag}');

// ${say('Returnér et gyldigt token ved hvert kald.', 'Return a valid token for each call.')}
${name}.getToken = async () => {
  const response = await fetch('/token');
  if (response.ok) return response.text();
  if (response.status !== 401) throw Object.assign(new Error('No token'), {status: response.status});
};`;
}
