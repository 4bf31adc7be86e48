import './page.ts';

import {html, render} from 'lit';

import {type IndexEntry, searchManual} from './manual-index.ts';
import {renderAppearance} from './panel/appearance.ts';
import {fetchJson, once} from './requests.ts';
import {say, watch} from './settings.ts';

const maxResults = 12;

const [field, status, results, panel] = ['#soeg', '#fund', '#resultater', '.panel'].map(selector => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}) as [HTMLInputElement, HTMLElement, HTMLElement, HTMLElement];
const loadIndex = once(() => fetchJson<readonly IndexEntry[]>('manual-index.json'));

async function search(): Promise<void> {
  const query = field.value;
  try {
    const found = searchManual(await loadIndex(), query, maxResults);
    if (query !== field.value) return;
    const count = found.length === maxResults ? `${maxResults}+` : found.length;
    status.textContent = query.trim() ? say(`${count} fundet`, `${count} found`) : '';
    const links = found.map(([url, title, heading]) => {
      return html`<li><a href=${url}>${heading ? `${title}: ${heading}` : title}</a></li>`;
    });
    render(links, results);
  } catch {
    status.textContent = say('Søgningen kunne ikke indlæses.', 'The search could not be loaded.');
  }
}

field.addEventListener('focus', () => void loadIndex().catch(() => undefined));
field.addEventListener('input', () => void search());
watch(() => {
  render(renderAppearance(), panel);
  if (field.value) void search();
});
