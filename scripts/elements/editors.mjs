import {elementsOf} from './manifest.mjs';

/** @typedef {import('./manifest.mjs').Manifest} Manifest */

/**
 * Returns the elements and their attributes for HTML editors:
 * [custom data](https://github.com/microsoft/vscode-html-languageservice/blob/main/docs/customData.md) of VS Code, 1.1.
 *
 * @param {Manifest} manifest
 */
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
          ...(type?.text === 'boolean' ? {valueSet: 'v'} : {}),
          ...(values.length ? {values} : {}),
        };
      }),
    })),
  };
}

/**
 * Returns the custom properties and parts for CSS editors, as custom data of VS Code, 1.1.
 *
 * @param {Manifest} manifest
 */
export function cssData(manifest) {
  const elements = elementsOf(manifest);
  const properties = elements.flatMap(({cssProperties = []}) => cssProperties);
  const parts = elements.flatMap(({tagName, cssParts = []}) =>
    cssParts.map(({name, description = ''}) => ({name, text: `${description} (\`${tagName}\`)`})),
  );
  return {
    version: 1.1,
    properties: [...new Map(properties.map(({name, description}) => [name, {name, description}])).values()],
    pseudoElements: [...new Set(parts.map(({name}) => name))].map(name => ({
      name: `::part(${name})`,
      description: parts
        .filter(part => part.name === name)
        .map(({text}) => text)
        .join('\n'),
    })),
  };
}

/**
 * Returns the elements as [web-types](https://github.com/JetBrains/web-types) for WebStorm and other editors of JetBrains, which find them
 * by the package's manifest.
 *
 * @param {Manifest} manifest
 * @param {string} version
 */
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
        'pseudo-elements': pseudoElements.map(({name, description}) => ({
          name: name.replace('::', ''),
          description,
        })),
      },
    },
  };
}

/** @param {ReturnType<typeof elementsOf>[number]} element */
function webTypesElement({tagName, description, attributes = [], members = [], events = [], slots = []}) {
  const typeOf = (/** @type {{type?: {text: string}}} */ {type}) => (type ? {type: type.text} : {});
  return {
    name: tagName,
    description,
    attributes: attributes.map(each => ({
      name: each.name,
      description: each.description,
      value: {...typeOf(each), ...(each.default === undefined ? {} : {default: each.default})},
    })),
    slots: slots.map(({name, description}) => ({name, description})),
    js: {
      properties: members
        .filter(({kind}) => kind === 'field')
        .map(each => ({name: each.name, description: each.description, ...typeOf(each)})),
      events: events.map(each => ({name: each.name, description: each.description, ...typeOf(each)})),
    },
  };
}
