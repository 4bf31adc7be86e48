import type {Wanted} from './model/search-model.ts';

const parameters: Readonly<Record<keyof Wanted, string>> = {
  text: 'tavle-soeg',
  municipality: 'tavle-kommune',
  authority: 'tavle-myndighed',
};

/** Returns what the page's URL says to search for. */
export function readPageUrl(): Wanted {
  const search = new URLSearchParams(location.search);
  const read = (name: keyof Wanted) => search.get(parameters[name]) ?? '';
  return {text: read('text'), municipality: read('municipality'), authority: read('authority')};
}

/** Writes what is searched for into the page's URL, without a new entry in the browser's history. */
export function writePageUrl(wanted: Wanted): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(wanted)) {
    const parameter = parameters[name as keyof Wanted];
    if (value) url.searchParams.set(parameter, value as string);
    else url.searchParams.delete(parameter);
  }
  if (url.href === location.href) return;
  try {
    history.replaceState(history.state, '', url);
  } catch {
    // Some browsers limit the rate of these calls.
  }
}
