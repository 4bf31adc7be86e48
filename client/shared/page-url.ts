// Changes parameters of the page's URL, for `controllers/page.ts` of the calendar and `tavle-form-search.ts`. These two
// files define the names. Other parameters must stay as they are written, and the browser's history must get no entry.

/** The last URL of a page with a search. A single-page app does not change `document.referrer`. */
export const visited = {search: ''};

type Values = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns the page's URL with changed parameters. Other parameters keep their bytes: they may have another encoding.
 *
 * @param values By name; '' or `undefined` removes the parameter.
 */
export function withParameters(values: Values): string {
  const url = new URL(location.href);
  let parts = url.search ? url.search.slice(1).split('&') : [];
  for (const [name, value] of Object.entries(values)) {
    const place = parts.findIndex(part => isNamed(part, name));
    parts = parts.filter((part, at) => at === place || !isNamed(part, name));
    // `encodeURIComponent` would throw an error for a lone surrogate.
    const part = String(new URLSearchParams({[name]: String(value)}));
    if (value) parts.splice(place < 0 ? parts.length : place, 1, part);
    else if (place >= 0) parts.splice(place, 1);
  }
  url.search = parts.join('&');
  return url.href;
}

/** Writes parameters into the page's URL, without a new history entry. @param values As of {@link withParameters}. */
export function replaceParameters(values: Values): void {
  const url = withParameters(values);
  if (url === location.href) return;
  try {
    history.replaceState(history.state, '', url);
  } catch {
    // Some browsers limit the rate of these calls, which a repeating key exceeds.
  }
}

const isNamed = (part: string, name: string) => new URLSearchParams(part).has(name);
