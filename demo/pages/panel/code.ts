import './code-block.ts';

import {html} from 'lit';
import {customElement, property, state} from 'lit/decorators.js';

import {DemoElement} from '../demo-element.ts';
import {renderField} from '../fields.ts';
import {fetchJson} from '../requests.ts';
import {say} from '../settings.ts';

/** The content of `/embed/NAME.json`. */
interface EmbedUrls {
  url: string;
  versionedUrl: string;
  integrity: string;
}

/** Shows the markup and the script for an element on another page. */
@customElement('demo-code')
export class Code extends DemoElement {
  @property({attribute: false}) element: Element = this;
  @state() private urls: EmbedUrls | undefined;
  @state() private edition = 'newest';

  /** The name of the script with the element. */
  get #script(): string {
    return this.element.localName === 'tavle-editorial' ? 'editorial' : 'tavle';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Without the URLs, the page cannot show an exact version.
    fetchJson<EmbedUrls>(`/embed/${this.#script}.json`).then(urls => (this.urls = urls), console.error);
  }

  protected override render() {
    const {element, urls, edition} = this;
    const newest = ['newest', say('Altid den nyeste', 'Latest')] as const;
    const pinned = ['pinned', say('Netop denne, med SRI', 'This version, with SRI')] as const;
    const newestTag = `<script type="module" src="${urls?.url ?? `${location.origin}/embed/${this.#script}.js`}"></script>`;
    const tag = urls && edition === 'pinned' ? pinnedTag(urls) : newestTag;
    const options = urls ? [newest, pinned] : [newest];
    return html`
      <section>
        <h3>${say('Sæt elementet ind på din side', 'Use it on your page')}</h3>
        ${renderField('udgave', say('Scriptets udgave', 'Version of the script'), edition, next => (this.edition = next), {options})}
        ${renderCode('markup', say('Siden', 'The page'), `${tag}\n\n${elementMarkup(element)}`)}
        ${renderCode('script', say('Dit eget script', 'Your own script'), tokenScript(element.localName))}
      </section>
    `;
  }
}

function renderCode(name: string, heading: string, code: string) {
  return html`<demo-code-block name=${name} heading=${heading} .code=${code}></demo-code-block>`;
}

function pinnedTag({versionedUrl, integrity}: EmbedUrls): string {
  return `<script
  type="module"
  src="${versionedUrl}"
  integrity="${integrity}"
  crossorigin="anonymous"
></script>`;
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
  return response.text();
};`;
}
