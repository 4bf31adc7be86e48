import {elementsOf} from './manifest.mjs';
import {propsDeclarations} from './props.mjs';

/**
 * Returns the elements' types for templates of Svelte 5, which sets properties and event listeners (`on…`) of custom elements.
 *
 * @param {import('./manifest.mjs').Manifest} manifest
 */
export function svelteTypes(manifest) {
  return `import type {HTMLAttributes} from 'svelte/elements';

${propsDeclarations(manifest, event => `on${event}`)}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${elementsOf(manifest)
  .map(
    ({tagName, name}) =>
      `    '${tagName}': Omit<HTMLAttributes<${name}>, keyof ${name}Props> & ${name}Props;`,
  )
  .join('\n')}
  }
}
`;
}
