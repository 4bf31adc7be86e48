import {markdownTable} from '../markdown-table.mjs';
import {elementsOf} from './manifest.mjs';

/* Renders the tables of an element in the manual, for `docs-tables.mjs`. Add a kind of member to `elementTables`. */

/** @typedef {import('./manifest.mjs').Manifest} Manifest */
/** @typedef {import('./manifest.mjs').Named} Named */

/** Returns the generated reference of an element: a heading and a table for each kind of member.
 * @param {Manifest} manifest @param {string} tag */
export function elementTables(manifest, tag) {
  const element = elementsOf(manifest).find(({tagName}) => tagName === tag);
  if (!element) throw new Error(`There is no <${tag}>.`);
  const {attributes = [], members = [], events = [], slots = [], cssParts = [], cssStates = []} = element;
  const named = new Set(attributes.map(({fieldName}) => fieldName));
  const properties = members.filter(({kind, name}) => kind === 'field' && !named.has(name));
  const methods = members.filter(({kind}) => kind === 'method');
  return [
    section('Attributes', ['Attribute', 'Property', 'Type', 'Default', 'Meaning'], attributes, each => [
      code(each.name),
      code(each.fieldName ?? each.name),
      code(each.type?.text),
      code(each.default),
    ]),
    section('Properties', ['Property', 'Type', 'Default', 'Meaning'], properties, each => [
      code(each.name),
      code(each.type?.text),
      code(each.default),
    ]),
    section('Methods', ['Method', 'Returns', 'Meaning'], methods, each => [
      code(`${each.name}(${parametersOf(each)})`),
      code(each.return?.type.text),
    ]),
    section('Events', ['Event', 'Class', 'Fields', 'When'], events, each => [
      code(each.name),
      code(each.type?.text),
      fieldsOf(manifest, each),
    ]),
    section('Slots', ['Slot', 'For'], slots, ({name}) => [name ? code(name) : '(default)']),
    section('Parts', ['Part', 'Meaning'], cssParts, ({name}) => [code(name)]),
    section('Custom states', ['State', 'When'], cssStates, ({name}) => [code(name)]),
  ].join('');
}

/** Returns the custom properties, which all elements share.
 * @param {Manifest} manifest */
export function propertyTable(manifest) {
  const [element] = elementsOf(manifest);
  const head = ['Custom property', 'Default', 'For'];
  return table(head, element?.cssProperties ?? [], each => [code(each.name), code(each.default)]);
}

/** @template {Named} Item
 * @param {string} title @param {string[]} head @param {Item[]} items @param {(item: Item) => string[]} cells */
function section(title, head, items, cells) {
  return items.length ? `### ${title}\n\n${table(head, items, cells)}\n` : '';
}

/** Renders a table of items. The last column has their descriptions.
 * @template {Named} Item
 * @param {string[]} head @param {Item[]} items @param {(item: Item) => string[]} cells */
function table(head, items, cells) {
  const rows = items.map(item => [...cells(item), (item.description ?? '').replaceAll('\n', ' ')]);
  return markdownTable([head, ...rows]);
}

/** @param {Manifest} manifest
 * @param {Named} event */
function fieldsOf({modules}, {type}) {
  const declaration = modules.flatMap(({declarations}) => declarations).find(({name}) => name === type?.text);
  return (declaration?.members ?? []).map(({name}) => code(name)).join(', ');
}

/** @param {import('./manifest.mjs').Member} method */
function parametersOf({parameters = []}) {
  return parameters
    .map(({name, type, optional}) => `${name}${optional ? '?' : ''}: ${type?.text ?? 'unknown'}`)
    .join(', ');
}

/** Returns a value as code in one line, as a row of a table requires. The formatter breaks long types.
 * @param {string} [value] */
function code(value) {
  return value ? `\`${value.replace(/(?<=<)\s+|\s+(?=>)/g, '').replace(/\s+/g, ' ')}\`` : '';
}

/** Returns a table of an element's texts in both languages, without the functions for texts with names or numbers.
 * @param {object} danish @param {object} english */
export function stringsTable(danish, english) {
  const translated = textsOf(english);
  const rows = Object.entries(textsOf(danish)).map(([key, text]) => [
    `\`${key}\``,
    text,
    translated[key] ?? '',
  ]);
  return markdownTable([['Key in `strings`', 'Danish', 'English'], ...rows]);
}

/** Returns the texts by key. A text in an object has a key such as `reasons.away`.
 * @param {object} strings @returns {Record<string, string>} */
function textsOf(strings) {
  const named = Object.entries(strings).flatMap(([key, value]) =>
    typeof value === 'object'
      ? Object.entries(value ?? {}).map(([name, text]) => [`${key}.${name}`, text])
      : [[key, value]],
  );
  return Object.fromEntries(named.filter(([, text]) => typeof text === 'string'));
}
