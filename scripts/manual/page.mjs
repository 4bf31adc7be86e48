import {createSearch} from './search.mjs';

/*
 * The script of the manual's pages: search, copy buttons, and the contents of a page, which are open where they fit next to the text. `render.mjs`
 * bundles it. Add a control of the pages here.
 */

const maxResults = 12;
const copiedMs = 2_000;

const field = /** @type {HTMLInputElement} */ (document.querySelector('#search'));
const status = /** @type {HTMLElement} */ (document.querySelector('#found'));
const results = /** @type {HTMLElement} */ (document.querySelector('#results'));

/** @type {Promise<ReturnType<typeof createSearch>> | undefined} */
let loading;

async function loadSearch() {
  const response = await fetch('manual-index.json');
  if (!response.ok) throw new Error(response.statusText);
  return createSearch(await response.json());
}

async function search() {
  const query = field.value;
  try {
    loading ??= loadSearch();
    const find = await loading;
    if (query !== field.value) return;
    const found = find(query, maxResults);
    const count = found.length === maxResults ? `${maxResults} or more` : String(found.length);
    status.textContent = query.trim() && `${count} found`;
    results.replaceChildren(...found.map(resultOf));
  } catch {
    loading = undefined;
    status.textContent = 'The search could not be loaded.';
  }
}

/** @param {ReturnType<Awaited<ReturnType<typeof loadSearch>>>[number]} result */
function resultOf({url, title, heading, excerpt}) {
  const link = createElement('a', heading ? `${title}: ${heading}` : title);
  link.href = url;
  // Terms are at odd indexes.
  const parts = excerpt.map((part, index) => (index % 2 ? createElement('mark', part) : part));
  return createElement('li', link, createElement('p', ...parts));
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {(Node | string)[]} children
 */
function createElement(name, ...children) {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}

/** @param {HTMLButtonElement} button @param {string} text */
async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), copiedMs);
}

field.addEventListener('input', () => void search());

// Browsers have no clipboard on pages of plain HTTP.
if (isSecureContext) {
  for (const block of document.querySelectorAll('pre')) {
    const button = createElement('button', 'Copy');
    button.type = 'button';
    button.addEventListener('click', () => void copy(button, block.textContent.trimEnd()));
    block.before(button);
  }
}

const contents = document.querySelector('details.contents');
contents?.toggleAttribute('open', matchMedia('(width >= 1200px)').matches);
