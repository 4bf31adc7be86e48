import {markdownTable} from '../markdown-table.mjs';
import {elementsOf} from './manifest.mjs';

/** @typedef {import('./manifest.mjs').Manifest} Manifest */
/** @typedef {import('./manifest.mjs').Named} Named */

/**
 * Returns the generated reference of an element: a heading and a table for each kind of member.
 *
 * @param {Manifest} manifest
 * @param {string} tag
 */
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
      text(each),
    ]),
    section('Properties', ['Property', 'Type', 'Default', 'Meaning'], properties, each => [
      code(each.name),
      code(each.type?.text),
      code(each.default),
      text(each),
    ]),
    section('Methods', ['Method', 'Returns', 'Meaning'], methods, each => [
      code(`${each.name}(${parametersOf(each)})`),
      code(each.return?.type.text),
      text(each),
    ]),
    section('Events', ['Event', 'Class', 'Fields', 'When'], events, each => [
      code(each.name),
      code(each.type?.text),
      fieldsOf(manifest, each),
      text(each),
    ]),
    section('Slots', ['Slot', 'For'], slots, each => [each.name ? code(each.name) : '(default)', text(each)]),
    section('Parts', ['Part', 'Meaning'], cssParts, each => [code(each.name), text(each)]),
    section('Custom states', ['State', 'When'], cssStates, each => [code(each.name), text(each)]),
  ].join('');
}

/**
 * Returns the custom properties, which all elements share.
 *
 * @param {Manifest} manifest
 */
export function propertyTable(manifest) {
  const [element] = elementsOf(manifest);
  return table(['Custom property', 'Default', 'For'], element?.cssProperties ?? [], each => [
    code(each.name),
    code(each.default),
    text(each),
  ]);
}

/** @template {Named} Item
 * @param {string} title
 * @param {string[]} head
 * @param {Item[]} items
 * @param {(item: Item) => string[]} cells */
function section(title, head, items, cells) {
  return items.length ? `### ${title}\n\n${table(head, items, cells)}\n` : '';
}

/** @template {Named} Item
 * @param {string[]} head
 * @param {Item[]} items
 * @param {(item: Item) => string[]} cells */
function table(head, items, cells) {
  return markdownTable([head, ...items.map(cells)]);
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

/** A row of a table is one line, but the formatter breaks long types.
 * @param {string} [value] */
function code(value) {
  return value ? `\`${value.replace(/(?<=<)\s+|\s+(?=>)/g, '').replace(/\s+/g, ' ')}\`` : '';
}

/** @param {Named} item */
function text({description = ''}) {
  return description.replaceAll('\n', ' ');
}
