import {elementsOf} from './manifest.mjs';

// Describes the elements for editors, for `build.mjs`: VS Code and JetBrains. Add a function for another format.

/** @typedef {import('./manifest.mjs').Manifest} Manifest */

/** Returns the elements and their attributes for HTML editors:
 * [custom data](https://github.com/microsoft/vscode-html-languageservice/blob/main/docs/customData.md) of VS Code, 1.1.
 * @param {Manifest} manifest */
export function htmlData(manifest) {
  return {
    version: 1.1,
    tags: elementsOf(manifest).map(({tagName, description, attributes = []}) => ({
      name: tagName,
      description,
      attributes: attributes.map(({name, description, type}) => {
        const values = [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => ({name: value}));
        return {
          name,
          description,
          // `v`: a boolean attribute.
          ...(type?.text === 'boolean' && {valueSet: 'v'}),
          ...(values.length > 0 && {values}),
        };
      }),
    })),
  };
}

/** Returns the custom properties and parts for CSS editors, as custom data of VS Code, 1.1.
 * @param {Manifest} manifest */
export function cssData(manifest) {
  const elements = elementsOf(manifest);
  const properties = elements.flatMap(({cssProperties = []}) => cssProperties);
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const {tagName, cssParts = []} of elements) {
    for (const {name, description = ''} of cssParts) {
      parts.set(name, [...(parts.get(name) ?? []), `${description} (\`${tagName}\`)`]);
    }
  }
  return {
    version: 1.1,
    properties: [...new Map(properties.map(({name, description}) => [name, {name, description}])).values()],
    pseudoElements: Array.from(parts, ([name, texts]) => ({
      name: `::part(${name})`,
      description: texts.join('\n'),
    })),
  };
}

/** Returns the elements as [web-types](https://github.com/JetBrains/web-types) for WebStorm and other editors of JetBrains. The editors
 * find the file by `web-types` in `package.json`.
 * @param {Manifest} manifest @param {string} version */
export function webTypes(manifest, version) {
  const {properties, pseudoElements} = cssData(manifest);
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: 'tavle',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {elements: elementsOf(manifest).map(webTypesElement)},
      css: {
        properties,
        'pseudo-elements': pseudoElements.map(part => ({...part, name: part.name.replace('::', '')})),
      },
    },
  };
}

/** @param {ReturnType<typeof elementsOf>[number]} element */
function webTypesElement({tagName, description, attributes = [], members = [], events = [], slots = []}) {
  const typeOf = (/** @type {{type?: {text: string}}} */ {type}) => (type ? {type: type.text} : {});
  /** @param {import('./manifest.mjs').Named} item */
  const named = ({name, description}) => ({name, description});
  return {
    name: tagName,
    description,
    attributes: attributes.map(each => ({
      ...named(each),
      value: {...typeOf(each), ...(each.default !== undefined && {default: each.default})},
    })),
    slots: slots.map(named),
    js: {
      properties: members
        .filter(({kind}) => kind === 'field')
        .map(each => ({...named(each), ...typeOf(each)})),
      events: events.map(each => ({...named(each), ...typeOf(each)})),
    },
  };
}
