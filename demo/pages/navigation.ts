import {settingNames, watch, withSettings} from './settings.ts';

/** Keeps the settings in links between the pages, and marks the link to this page. */
export function followNavigation(): void {
  const links: HTMLAnchorElement[] = [];
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.strip a, .navigation a')) {
    const isPart = link.hash !== '' && document.querySelector(link.hash) !== null;
    if (isPart) link.setAttribute('href', link.hash);
    else if (link.pathname.startsWith(import.meta.env.BASE_URL)) links.push(link);
    if (link.closest('nav') && link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
  }
  watch(settingNames, () => {
    for (const link of links) link.href = withSettings(link.href);
  });
}
