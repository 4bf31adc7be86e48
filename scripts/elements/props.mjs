import {elementsOf} from './manifest.mjs';

/**
 * Returns the start of a declaration file for a framework: imports of the elements' classes and events, and an interface of properties,
 * attributes and listeners for each element.
 *
 * @param {import('./manifest.mjs').Manifest} manifest
 * @param {(event: string) => string} listenerOf Returns the framework's name of an event listener, such as `ontavle-toggle`.
 */
export function propsDeclarations(manifest, listenerOf) {
  const elements = elementsOf(manifest);
  const events = elements.flatMap(({events = []}) => events.map(({type}) => type?.text ?? 'Event'));
  const imports = [...new Set([...elements.map(({name}) => name), ...events])].sort();
  return `import type {${imports.join(', ')}} from './client/index.js';

${elements.map(element => propsOf(element, listenerOf)).join('\n\n')}
`;
}

/** @param {import('./manifest.mjs').Declaration} element
 * @param {(event: string) => string} listenerOf */
function propsOf({name, members = [], attributes = [], events = []}, listenerOf) {
  const properties = members
    .filter(({kind, readonly}) => kind === 'field' && !readonly)
    .map(member => entry(member.name, `${name}['${member.name}']`, member.description));
  const others = attributes
    .filter(({fieldName, name}) => fieldName && fieldName !== name)
    .map(attribute =>
      entry(attribute.name, `${name}['${attribute.fieldName ?? ''}']`, attribute.description),
    );
  const listeners = events.map(event =>
    entry(listenerOf(event.name), `(event: ${event.type?.text ?? 'Event'}) => void`, event.description),
  );
  return `export interface ${name}Props {\n${[...properties, ...others, ...listeners].join('\n')}\n}`;
}

/** @param {string} name
 * @param {string} type
 * @param {string | undefined} description */
function entry(name, type, description = '') {
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return `  /** ${description.replaceAll('\n', ' ')} */\n  ${key}?: ${type.includes('=>') ? `(${type})` : type} | undefined;`;
}
