import {elementsOf} from './manifest.mjs';
import {propsDeclarations} from './props.mjs';

/**
 * Returns the elements' types for templates of Vue 3.3 and newer. Its tools find tags among the global components.
 *
 * @param {import('./manifest.mjs').Manifest} manifest
 */
export function vueTypes(manifest) {
  return `import type {HTMLAttributes, PublicProps} from 'vue';

${propsDeclarations(manifest, listenerOf)}
type Component<Element extends HTMLElement, Own> = new () => Element & {
  $props: Omit<HTMLAttributes, keyof Own> & PublicProps & Own;
};

declare module 'vue' {
  interface GlobalComponents {
${elementsOf(manifest)
  .map(({tagName, name}) => `    '${tagName}': Component<${name}, ${name}Props>;`)
  .join('\n')}
  }
}
`;
}

/** Returns `onTavleToggle` for `tavle-toggle`.
 * @param {string} event */
function listenerOf(event) {
  return `on-${event}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
