import {byId} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';
import {say} from '../language.ts';
import {watch} from '../settings.ts';

/** The content of `/embed/tavle.json`. */
interface EmbedUrls {
  version: string;
  url: string;
  versionedUrl: string;
  integrity: string;
}

const shownAttributes = ['api', 'cvr', 'company-names', 'view', 'date', 'heading-level', 'lang', 'remember'];

/** Shows the markup for this element on another page. */
export async function showMarkup(element: HTMLElement): Promise<void> {
  const edition = byId('udgave', HTMLSelectElement);
  const markup = byId('markup');
  const script = byId('script');
  const server = new URL('/embed/tavle.js', location.href);
  let urls: EmbedUrls | undefined;

  const show = () => {
    const tag = urls && edition.value === 'pinned' ? pinnedTag(urls) : newestTag(urls?.url ?? server.href);
    markup.textContent = `${tag}\n\n${elementMarkup(element)}`;
    script.textContent = tokenScript(element.localName);
  };
  edition.addEventListener('change', show);
  watch(['lang'], show);
  new MutationObserver(show).observe(element, {attributeFilter: shownAttributes});

  try {
    urls = await fetchJson<EmbedUrls>('/embed/tavle.json');
    show();
  } catch (error) {
    // Without the URLs, the page cannot show an exact version.
    console.error(error);
    edition.disabled = true;
  }
}

function newestTag(url: string): string {
  return `<script type="module" src="${url}"></script>`;
}

function pinnedTag({versionedUrl, integrity}: EmbedUrls): string {
  return `<script
  type="module"
  src="${versionedUrl}"
  integrity="${integrity}"
  crossorigin="anonymous"
></script>`;
}

function elementMarkup(element: HTMLElement): string {
  const apps = [...element.querySelectorAll('tavle-app')].map(app => {
    const heading = app.getAttribute('heading') ?? '';
    return `  <tavle-app name="${app.getAttribute('name') ?? ''}" heading="${heading}">
    <template>…</template>
  </tavle-app>
`;
  });
  const inside = apps.length ? `\n${apps.join('')}` : '';
  return `<${element.localName}${attributes(element)}>${inside}</${element.localName}>`;
}

function attributes(element: HTMLElement): string {
  return shownAttributes
    .map(name => [name, element.getAttribute(name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}${value ? `="${value.replaceAll('"', '&quot;')}"` : ''}`)
    .join('');
}

function tokenScript(tag: string): string {
  const name = tag.replace('tavle-', '');
  const comment = say({
    da: 'Returnér et gyldigt token ved hvert kald.',
    en: 'Return a valid token for each call.',
  });
  return `const ${name} = document.querySelector('${tag}');

// ${comment}
${name}.getToken = async () => {
  const response = await fetch('/token');
  return response.text();
};`;
}
