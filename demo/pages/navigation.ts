import {settingNames, watch, withSettings} from './settings.ts';

/** Lets the links between the pages keep what the visitor has chosen, and marks the one to this page. */
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
