import {change, say, settings, watch, withSettings} from './settings.ts';

const base = new URL(import.meta.env.BASE_URL, location.href).href;
const root = document.documentElement;

/* What the pages share: language, theme, links, and the button of the developer panel. */

const language = document.querySelector<HTMLElement>('#sprog');
language?.addEventListener('click', () => change({lang: settings.lang === 'da' ? 'en' : 'da'}));
const toggle = document.querySelector('.panel-toggle');
toggle?.addEventListener('click', () => change({panel: isPanelOpen() ? 'closed' : 'open'}));
for (const type of ['click', 'auxclick', 'contextmenu']) addEventListener(type, updateLink, {capture: true});
for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
  if (link.pathname === location.pathname) link.ariaCurrent = 'page';
}

watch(() => {
  root.lang = settings.lang;
  root.className = `tavle-${settings.theme}${settings.scheme === 'dark' ? ' tavle-dark' : ''}`;
  root.dataset.scheme = settings.scheme;
  root.dataset.panel = isPanelOpen() ? 'open' : 'closed';
  if (toggle) toggle.ariaExpanded = String(isPanelOpen());
  if (language) {
    language.lang = settings.lang === 'da' ? 'en' : 'da';
    language.textContent = say('English', 'Dansk');
  }
  translatePage();
});

function isPanelOpen(): boolean {
  return settings.panel === 'open';
}

/** Adds the settings to a link to a page of the demo, also in an element's shadow root, before it is opened or copied. */
function updateLink(event: Event): void {
  const link = event.composedPath().find(each => each instanceof HTMLAnchorElement);
  if (!link?.href.startsWith(base)) return;
  const isPart =
    link.pathname === import.meta.env.BASE_URL &&
    link.hash !== '' &&
    document.querySelector(link.hash) !== null;
  link.href = isPart ? link.hash : withSettings(link.href);
}

/** Shows the texts of `data-en`, `data-en-heading` and `data-en-description`, or the Danish ones that they replaced. */
function translatePage(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-en], [data-en-heading]')) {
    const {dataset} = element;
    if (dataset.en === undefined) {
      for (const name of ['heading', 'description']) {
        const danish = element.getAttribute(`data-da-${name}`) ?? element.getAttribute(name) ?? '';
        element.setAttribute(`data-da-${name}`, danish);
        element.setAttribute(name, say(danish, element.getAttribute(`data-en-${name}`) ?? danish));
      }
    } else {
      dataset.da ??= element.textContent.trim();
      element.textContent = say(dataset.da, dataset.en);
    }
  }
}
