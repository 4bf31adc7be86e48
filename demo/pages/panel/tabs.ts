import {byId} from '../dom.ts';

/**
 * Lets the panel show one of its parts at a time: by click, by arrow key, and by a hash that names the part.
 *
 * @param first The id of the tab that is selected at first.
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
    select(tab);
    tab.focus();
  };

  for (const [place, tab] of tabs.entries()) {
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowLeft: tabs.at(place - 1),
      ArrowRight: tabs[place + 1] ?? tabs[0],
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
