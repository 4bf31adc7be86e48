import {elementsOf} from './manifest.mjs';
import {propsDeclarations} from './props.mjs';

/**
 * Returns the elements' types for JSX of React 19, which sets properties and event listeners (`on…`) of custom elements.
 *
 * @param {import('./manifest.mjs').Manifest} manifest
 */
export function reactTypes(manifest) {
  return `import type {DetailedHTMLProps, HTMLAttributes} from 'react';

${propsDeclarations(manifest, event => `on${event}`)}
type Props<Element extends HTMLElement, Own> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & Own;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${elementsOf(manifest)
  .map(({tagName, name}) => `      '${tagName}': Props<${name}, ${name}Props>;`)
  .join('\n')}
    }
  }
}
`;
}
