import {change, say, settings, watch, withSettings} from './settings.ts';

// What all pages of the demo share: language, theme and links. The scripts of the pages import it. Put here what a new
// part of `frame.html` needs. Links must keep the settings, so that a shared link shows the same.

const base = new URL(import.meta.env.BASE_URL, location.href).href;
const root = document.documentElement;
const language = document.querySelector<HTMLElement>('#sprog');
language?.addEventListener('click', () => change({lang: settings.lang === 'da' ? 'en' : 'da'}));
for (const type of ['click', 'auxclick', 'contextmenu']) addEventListener(type, updateLink, {capture: true});
for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
  if (link.pathname === location.pathname) link.ariaCurrent = 'page';
}

watch(() => {
  root.lang = settings.lang;
  root.className = `tavle-${settings.theme}${settings.scheme === 'dark' ? ' tavle-dark' : ''}`;
  root.dataset.scheme = settings.scheme;
  for (const element of document.querySelectorAll<HTMLElement>('[data-en]')) {
    const {dataset} = element;
    dataset.da ??= element.textContent.trim();
    element.textContent = say(dataset.da, dataset.en ?? '');
  }
  if (language) {
    language.lang = say('en', 'da');
    language.textContent = say('English', 'Dansk');
  }
});

/** Adds the settings to a link to a page of the demo, also in an element's shadow root, before it is opened or copied. */
function updateLink(event: Event): void {
  const link = event.composedPath().find(each => each instanceof HTMLAnchorElement);
  // A fragment of the same page must not load the page again.
  if (link?.href.startsWith(base) && !link.getAttribute('href')?.startsWith('#'))
    link.href = withSettings(link.href);
}
