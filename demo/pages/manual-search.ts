import {byId, create} from './dom.ts';
import {fetchJson} from './fetch-json.ts';
import {say} from './language.ts';
import {type IndexEntry, searchManual} from './manual-index.ts';
import {watch} from './settings.ts';

const maxResults = 12;

/** Starts the search field. Loads the index when the field gets focus. */
export function startSearch(): void {
  const field = byId('soeg', HTMLInputElement);
  let loading: Promise<readonly IndexEntry[]> | undefined;
  const load = () => (loading ??= fetchJson<readonly IndexEntry[]>('manual-index.json'));

  const show = async () => {
    const query = field.value;
    try {
      const found = searchManual(await load(), query, maxResults);
      if (query === field.value) showResults(found, query);
    } catch {
      loading = undefined;
      byId('fund').textContent = say({
        da: 'Søgningen kunne ikke indlæses.',
        en: 'The search could not be loaded.',
      });
    }
  };
  field.addEventListener('focus', () => void load().catch(() => (loading = undefined)));
  field.addEventListener('input', () => void show());
  watch(['lang'], () => {
    if (field.value) void show();
  });
}

function showResults(found: readonly IndexEntry[], query: string): void {
  const count = found.length === maxResults ? `${maxResults}+` : String(found.length);
  byId('fund').textContent = query.trim() ? say({da: `${count} fundet`, en: `${count} found`}) : '';
  byId('resultater').replaceChildren(
    ...found.map(([url, title, heading]) =>
      create('li', {}, create('a', {href: url}, heading ? `${title}: ${heading}` : title)),
    ),
  );
}
