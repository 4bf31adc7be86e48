import {elementsOf} from './manifest.mjs';

/**
 * The elements' types for JSX of React 19, which sets properties and listens to `on…` of custom elements by itself. Types
 * of attributes and events are those of the classes.
 *
 * @param {import('./manifest.mjs').Manifest} manifest
 */
export function reactTypes(manifest) {
  const elements = elementsOf(manifest);
  const events = elements.flatMap(({events = []}) => events.map(({type}) => type?.text ?? 'Event'));
  const imports = [...new Set([...elements.map(({name}) => name), ...events])].sort();
  return `import type {DetailedHTMLProps, HTMLAttributes} from 'react';

import type {${imports.join(', ')}} from './client/index.js';

type Props<Element extends HTMLElement, Own> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & Own;

${elements.map(propsOf).join('\n\n')}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${elements.map(({tagName, name}) => `      '${tagName}': Props<${name}, ${name}Props>;`).join('\n')}
    }
  }
}
`;
}

/** @param {import('./manifest.mjs').Declaration} element */
function propsOf({name, members = [], attributes = [], events = []}) {
  const properties = members
    .filter(({kind, readonly}) => kind === 'field' && !readonly)
    .map(member => entry(member.name, `${name}['${member.name}']`, member.description));
  const others = attributes
    .filter(({fieldName, name}) => fieldName && fieldName !== name)
    .map(attribute =>
      entry(attribute.name, `${name}['${attribute.fieldName ?? ''}']`, attribute.description),
    );
  const listeners = events.map(event =>
    entry(`on${event.name}`, `(event: ${event.type?.text ?? 'Event'}) => void`, event.description),
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
