import {byId} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';
import {say} from '../language.ts';
import {watch} from '../settings.ts';

/** What `/embed/tavle.json` says. */
interface EmbedAddresses {
  version: string;
  url: string;
  versionedUrl: string;
  integrity: string;
}

const shownAttributes = ['api', 'cvr', 'company-names', 'view', 'date', 'heading-level', 'lang', 'remember'];

/** Shows the markup that puts this very element on another page. */
export async function showMarkup(element: HTMLElement): Promise<void> {
  const edition = byId('udgave', HTMLSelectElement);
  const markup = byId('markup');
  const script = byId('script');
  const server = new URL('/embed/tavle.js', location.href);
  let addresses: EmbedAddresses | undefined;

  const show = () => {
    const tag =
      addresses && edition.value === 'pinned'
        ? pinnedTag(addresses)
        : newestTag(addresses?.url ?? server.href);
    markup.textContent = `${tag}\n\n${elementMarkup(element)}`;
    script.textContent = ownScript(element.localName);
  };
  edition.addEventListener('change', show);
  watch(['lang'], show);
  new MutationObserver(show).observe(element, {attributeFilter: shownAttributes});

  try {
    addresses = await fetchJson<EmbedAddresses>('/embed/tavle.json');
    show();
  } catch (error) {
    // Without them there is no exact version to show.
    console.error(error);
    edition.disabled = true;
  }
}

function newestTag(url: string): string {
  return `<script type="module" src="${url}"></script>`;
}

function pinnedTag({versionedUrl, integrity}: EmbedAddresses): string {
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

function ownScript(tag: string): string {
  const name = tag.replace('tavle-', '');
  const why = say({
    da: 'Giv et gyldigt token, hver gang der spørges.',
    en: 'Give a valid token whenever you are asked.',
  });
  return `const ${name} = document.querySelector('${tag}');

// ${why}
${name}.getToken = async () => {
  const response = await fetch('/token');
  return response.text();
};`;
}
