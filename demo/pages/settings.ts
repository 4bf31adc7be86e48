export type Language = 'da' | 'en';

/** The settings of the page. They are in its URL, so that a reload or a shared link shows the same. */
export interface Settings {
  lang: Language;
  scheme: 'system' | 'light' | 'dark';
  theme: 'virk' | 'borger' | 'neutral';
  /** Whether the panel is open; `auto`: on a wide page. */
  panel: 'auto' | 'open' | 'closed';
  /** The `sub` of the user; empty for the first one. */
  user: string;
  /** Whether requests are slow. */
  slow: boolean;
  /** Whether requests fail. */
  failing: boolean;
}

type Setting = keyof Settings;

const defaults: Settings = {
  lang: 'da',
  scheme: 'system',
  theme: 'virk',
  panel: 'auto',
  user: '',
  slow: false,
  failing: false,
};

export const settingNames = Object.keys(defaults) as readonly Setting[];

export const settings: Readonly<Settings> = parseSettings(new URLSearchParams(location.search));

const watchers = new Set<(changed: Partial<Settings>) => void>();

/** Sets the given settings, writes them to the page's URL and notifies the listeners, changed or not. */
export function change(changed: Partial<Settings>): void {
  Object.assign(settings, changed);
  history.replaceState(history.state, '', withSettings(location.href));
  for (const watcher of [...watchers]) watcher(changed);
}

/** Runs `listener` now and whenever one of `names` is set. Returns a function that removes it. */
export function watch(names: readonly Setting[], listener: () => void): () => void {
  const watcher = (changed: Partial<Settings>) => {
    if (names.some(name => name in changed)) listener();
  };
  watchers.add(watcher);
  listener();
  return () => void watchers.delete(watcher);
}

/** Adds the settings to the URL of a page. */
export function withSettings(pageUrl: string): string {
  const url = new URL(pageUrl);
  for (const name of settingNames) {
    if (settings[name] === defaults[name]) url.searchParams.delete(name);
    else url.searchParams.set(name, String(settings[name]));
  }
  return url.href;
}

function parseSettings(query: URLSearchParams): Settings {
  const oneOf = <Value extends string>(name: Setting, ...values: Value[]) =>
    values.find(value => value === query.get(name));
  return {
    lang: oneOf('lang', 'da', 'en') ?? defaults.lang,
    scheme: oneOf('scheme', 'system', 'light', 'dark') ?? defaults.scheme,
    theme: oneOf('theme', 'virk', 'borger', 'neutral') ?? defaults.theme,
    panel: oneOf('panel', 'auto', 'open', 'closed') ?? defaults.panel,
    user: query.get('user') ?? defaults.user,
    slow: query.get('slow') === 'true',
    failing: query.get('failing') === 'true',
  };
}
