import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import {watch} from '../settings.ts';

/** What `/embed/tavle.json` says. */
interface EmbedAddresses {
  version: string;
  url: string;
  versionedUrl: string;
  integrity: string;
}

const shownAttributes = ['api', 'heading-level', 'lang'];

/** Shows the markup that puts this very dashboard on another page, and copies it. */
export async function showMarkup(dashboard: HTMLElement): Promise<void> {
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
    markup.textContent = `${tag}\n\n${dashboardMarkup(dashboard)}`;
    script.textContent = ownScript();
  };
  edition.addEventListener('change', show);
  watch(['lang'], show);
  new MutationObserver(show).observe(dashboard, {attributeFilter: shownAttributes});
  copyOnClick();

  try {
    const response = await fetch('/embed/tavle.json');
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
    addresses = (await response.json()) as EmbedAddresses;
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

function dashboardMarkup(dashboard: HTMLElement): string {
  const apps = [...dashboard.querySelectorAll('tavle-app')].map(app => {
    const heading = app.getAttribute('heading') ?? '';
    return `  <tavle-app name="${app.getAttribute('name') ?? ''}" heading="${heading}">
    <template>…</template>
  </tavle-app>`;
  });
  return [`<tavle-dashboard${attributes(dashboard)}>`, ...apps, '</tavle-dashboard>'].join('\n');
}

function attributes(element: HTMLElement): string {
  return shownAttributes
    .map(name => [name, element.getAttribute(name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${value?.replaceAll('"', '&quot;') ?? ''}"`)
    .join('');
}

function ownScript(): string {
  const why = say({
    da: 'Giv et gyldigt token, hver gang der spørges.',
    en: 'Give a valid token whenever you are asked.',
  });
  return `const dashboard = document.querySelector('tavle-dashboard');

// ${why}
dashboard.getToken = async () => {
  const response = await fetch('/token');
  return response.text();
};`;
}

function copyOnClick(): void {
  const status = byId('kopieret');
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.addEventListener('click', () => {
      void copy(byId(button.dataset.copy ?? '')).then(message => {
        // A text that stays the same is not spoken again.
        status.replaceChildren(create('span', {}, message));
        button.textContent = message;
        setTimeout(() => (button.textContent = say({da: 'Kopiér', en: 'Copy'})), 2000);
      });
    });
  }
}

async function copy(source: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return say({da: 'Kopieret', en: 'Copied'});
  } catch {
    // No clipboard here: leave the text selected, so that the next key press can copy it.
    getSelection()?.selectAllChildren(source);
    return say({da: 'Markeret', en: 'Selected'});
  }
}
