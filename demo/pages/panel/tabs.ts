import {byId} from '../dom.ts';
import {change} from '../settings.ts';

/**
 * Starts the tabs of the panel. A click, an arrow key or a URL fragment selects a tab.
 *
 * @param first Id of the initially selected tab.
 */
export function showTabs(first: string): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];

  const panelOf = (tab: HTMLElement) => byId(tab.getAttribute('aria-controls') ?? '');
  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panelOf(tab).hidden = !isChosen;
    }
  };
  const followHash = () => {
    const tab = tabs.find(each => `#${panelOf(each).id}` === location.hash);
    if (!tab) return;
    change({panel: 'open'});
    select(tab);
    tab.focus();
  };

  for (const [index, tab] of tabs.entries()) {
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowLeft: tabs.at(index - 1),
      ArrowRight: tabs[index + 1] ?? tabs[0],
      Home: tabs[0],
      End: tabs.at(-1),
    };
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', event => {
      const target = targets[event.key];
      if (!target) return;
      event.preventDefault();
      select(target);
      target.focus();
    });
  }
  select(byId(first));
  followHash();
  addEventListener('hashchange', followHash);
}
