import {elementsOf} from './manifest.mjs';

// Declares the elements' types for templates of React, Svelte and Vue, for `build.mjs`. Add a framework to `frameworks`.

/** @typedef {import('./manifest.mjs').Manifest} Manifest */

/** Returns `ontavle-toggle` for `tavle-toggle`. @param {string} event */
const lowerCase = event => `on${event}`;

/** Returns `onTavleToggle` for `tavle-toggle`. @param {string} event */
const camelCase = event => `on-${event}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The parts of each framework's declaration file, which has the types of the elements in templates: the imports, the name of a listener, the
 * declaration with `ELEMENTS` in place of the elements, and the line of an element. React 19 and Svelte 5 set properties and event listeners
 * (`on…`) of custom elements. Vue's tools find tags among the global components.
 *
 * @type {Readonly<Record<'react' | 'svelte' | 'vue', {imports: string, listenerOf: (event: string) => string, declaration: string, element: (tag: string, name: string) => string}>>}
 */
const frameworks = {
  react: {
    imports: "import type {DetailedHTMLProps, HTMLAttributes} from 'react';",
    listenerOf: lowerCase,
    declaration: `type Props<Element extends HTMLElement, Own> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & Own;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
ELEMENTS
    }
  }
}
`,
    element: (tag, name) => `      '${tag}': Props<${name}, ${name}Props>;`,
  },
  svelte: {
    imports: "import type {HTMLAttributes} from 'svelte/elements';",
    listenerOf: lowerCase,
    declaration: `declare module 'svelte/elements' {
  interface SvelteHTMLElements {
ELEMENTS
  }
}
`,
    element: (tag, name) => `    '${tag}': Omit<HTMLAttributes<${name}>, keyof ${name}Props> & ${name}Props;`,
  },
  vue: {
    imports: "import type {HTMLAttributes, PublicProps} from 'vue';",
    listenerOf: camelCase,
    declaration: `type Component<Element extends HTMLElement, Own> = new () => Element & {
  $props: Omit<HTMLAttributes, keyof Own> & PublicProps & Own;
};

declare module 'vue' {
  interface GlobalComponents {
ELEMENTS
  }
}
`,
    element: (tag, name) => `    '${tag}': Component<${name}, ${name}Props>;`,
  },
};

/** Returns the declaration file of each framework by its name.
 * @param {Manifest} manifest @returns {[framework: string, types: string][]} */
export function frameworkTypes(manifest) {
  const elements = elementsOf(manifest);
  const events = elements.flatMap(({events = []}) => events.map(({type}) => type?.text ?? 'Event'));
  const classes = [...new Set([...elements.map(({name}) => name), ...events])].sort();
  return Object.entries(frameworks).map(([framework, {imports, listenerOf, declaration, element}]) => [
    framework,
    `${imports}

import type {${classes.join(', ')}} from './client/index.js';

${elements.map(each => propsOf(each, listenerOf)).join('\n\n')}

${declaration.replace('ELEMENTS', elements.map(({tagName, name}) => element(tagName, name)).join('\n'))}`,
  ]);
}

/** Returns the interface of an element's properties, attributes and listeners.
 * @param {import('./manifest.mjs').Declaration} element @param {(event: string) => string} listenerOf */
function propsOf({name, members = [], attributes = [], events = []}, listenerOf) {
  const lines = [
    ...members
      .filter(({kind, readonly}) => kind === 'field' && !readonly)
      .map(member => entry(member.name, `${name}['${member.name}']`, member)),
    ...attributes
      .filter(({fieldName, name}) => fieldName && fieldName !== name)
      .map(attribute => entry(attribute.name, `${name}['${attribute.fieldName ?? ''}']`, attribute)),
    ...events.map(event =>
      entry(listenerOf(event.name), `((event: ${event.type?.text ?? 'Event'}) => void)`, event),
    ),
  ];
  return `export interface ${name}Props {\n${lines.join('\n')}\n}`;
}

/** @param {string} name @param {string} type @param {import('./manifest.mjs').Named} described */
function entry(name, type, {description = ''}) {
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return `  /** ${description.replaceAll('\n', ' ')} */\n  ${key}?: ${type} | undefined;`;
}
