// The settings of the demo's pages, such as theme and language, for all scripts in this folder. Add a setting to
// `values`, its default first. Keep names and values: links to the demo contain them.

/**
 * The values of each setting of the page, the default first. The settings are in the page's URL, so that a reload or a shared link shows the
 * same. `panel` is the developer panel. `slow` and `failing` simulate slow and failing requests.
 */
const values = {
  lang: ['da', 'en'],
  scheme: ['system', 'light', 'dark'],
  theme: ['virk', 'borger', 'neutral'],
  panel: ['closed', 'open'],
  /** Any `sub` of a user; empty for the first user. */
  user: [''],
  slow: ['false', 'true'],
  failing: ['false', 'true'],
} as const;

type Settings = {[Name in keyof typeof values]: Name extends 'user' ? string : (typeof values)[Name][number]};

const names = Object.keys(values) as (keyof Settings)[];
const query = new URLSearchParams(location.search);

export const settings = Object.fromEntries(
  names.map(name => {
    const [initial, ...others] = values[name] as readonly string[];
    const value = query.get(name) ?? '';
    return [name, name === 'user' || others.includes(value) ? value : initial];
  }),
) as Readonly<Settings>;

const watchers = new Set<() => void>();

/** Changes settings, also in the page's URL, and notifies the watchers. */
export function change(changed: Partial<Settings>): void {
  Object.assign(settings, changed);
  history.replaceState(history.state, '', withSettings(location.href));
  notify();
}

/** Notifies the watchers of a change of the settings, or of other data that several elements show. */
export function notify(): void {
  for (const watcher of [...watchers]) watcher();
}

/** Runs `watcher` now and after each change. Returns a function that removes it. */
export function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  watcher();
  return () => void watchers.delete(watcher);
}

/** Returns the URL of a page with the settings, which come first in its query. */
export function withSettings(pageUrl: string): string {
  const url = new URL(pageUrl, location.href);
  const chosen = names.filter(name => settings[name] !== values[name][0]).map(name => [name, settings[name]]);
  const others = [...url.searchParams].filter(([name]) => !(name in values));
  // A slash is allowed in a query, and keeps the paths in it readable.
  url.search = new URLSearchParams([...chosen, ...others]).toString().replaceAll('%2F', '/');
  return url.href;
}

/** A text in both languages of the page. */
export type Both = readonly [danish: string, english: string];

/** Returns the text in the current language. */
export function say(...[danish, english]: Both): string {
  return settings.lang === 'en' ? english : danish;
}
