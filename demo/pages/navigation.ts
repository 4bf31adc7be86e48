import {settingNames, watch, withSettings} from './settings.ts';

/** Lets the portal's links keep what the visitor has chosen, and marks the one to this page. */
export function followNavigation(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.navigation a')];
  for (const link of links) {
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
  }
  watch(settingNames, () => {
    for (const link of links) link.href = withSettings(link.href);
  });
}
