// Creates the manifest of the elements from their sources, for the build, the manual and the demo's panel. Change here
// what counts as public.
import {readdirSync, readFileSync} from 'node:fs';

// @ts-expect-error: the types lack these exports.
import {create, ts} from '@custom-elements-manifest/analyzer';
// @ts-expect-error: this module has no types.
import {litPlugin} from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';

/** @typedef {{name: string, description?: string, type?: {text: string}, default?: string}} Named */

/** @typedef {Named & {kind: string, attribute?: string, privacy?: string, static?: boolean, readonly?: boolean, inheritedFrom?: object, parameters?: (Named & {optional?: boolean})[], return?: {type: {text: string}}}} Member */

/**
 * A class of the manifest: an element if it has a `tagName`, otherwise an event.
 *
 * @typedef {Named & {kind: string, tagName?: string, superclass?: object, members?: Member[]}
 *   & {attributes?: (Named & {fieldName?: string, inheritedFrom?: object})[]}
 *   & {[kind in 'events' | 'slots' | 'cssParts' | 'cssStates' | 'cssProperties']?: Named[]}} Declaration
 */

/** @typedef {{path: string, declarations: Declaration[], exports: {declaration: {module: string}}[]}} Module */

/** @typedef {{schemaVersion: string, modules: Module[]}} Manifest */

const tokensFile = 'client/styles/tokens.ts';

/**
 * Returns the public interface of the elements as a
 * [Custom Elements Manifest](https://github.com/webcomponents/custom-elements-manifest) 1.0.0, with paths of the package.
 *
 * @returns {Manifest}
 */
export function createManifest() {
  const paths = readdirSync('client', {encoding: 'utf8', recursive: true})
    .filter(path => /(^|\/)((public|service)-element|events|tavle-[\w-]+)\.ts$/.test(path))
    .map(path => `client/${path}`)
    .sort();
  const modules = paths.map(path =>
    ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true),
  );
  /** @type {Manifest} */
  const manifest = create({modules, plugins: litPlugin(), context: {dev: false}});
  const cssProperties = readTokens(readFileSync(tokensFile, 'utf8'));
  return {
    schemaVersion: manifest.schemaVersion,
    modules: manifest.modules
      // Omits base classes: inherited members are listed with each element.
      .filter(({path}) => !/(public|service)-element\.ts$/.test(path))
      .map(({path, declarations, exports, ...module}) => ({
        ...module,
        path: builtPath(path),
        declarations: declarations
          .filter(({kind}) => kind === 'class')
          .map(declaration =>
            declaration.tagName ? elementOf(declaration, cssProperties) : eventOf(declaration),
          ),
        exports: exports
          .filter(({declaration}) => declaration.module === path)
          .map(each => ({...each, declaration: {...each.declaration, module: builtPath(path)}})),
      })),
  };
}

/** Returns the elements of a manifest. @param {Manifest} manifest */
export function elementsOf({modules}) {
  return modules.flatMap(({path, declarations}) =>
    declarations.flatMap(({tagName, ...rest}) => (tagName ? [{...rest, tagName, path}] : [])),
  );
}

/** @param {Declaration} declaration @param {Named[]} cssProperties @returns {Declaration} */
function elementOf(declaration, cssProperties) {
  const {attributes = [], members = [], events = [], ...rest} = declaration;
  return {
    ...rest,
    superclass: {name: 'LitElement', package: 'lit'},
    attributes: attributes.map(withoutOrigin).sort(byName),
    members: publicMembers(members)
      .map(member => withStringsOf(declaration.name, member))
      .sort(byName),
    events: events.filter(({name}) => name?.startsWith('tavle-')).sort(byName),
    cssProperties,
  };
}

/** @param {Declaration} declaration @returns {Declaration} */
function eventOf({members = [], ...rest}) {
  return {
    ...rest,
    superclass: {name: 'Event'},
    members: publicMembers(members).map(({default: _, ...field}) => field),
  };
}

/** Replaces `Strings`, the type parameter of the shared class, with the type of the element's texts.
 * @param {string} className @param {Member} member */
function withStringsOf(className, member) {
  if (member.type?.text !== 'Partial<Strings>') return member;
  return {...member, type: {text: `Partial<${className.replace('Tavle', '')}Strings>`}};
}

/** @param {Member[]} members */
function publicMembers(members) {
  return members
    .filter(each => !each.privacy && !each.static && !each.name.startsWith('#'))
    .map(withoutOrigin);
}

/** @template {{inheritedFrom?: object}} Item @param {Item} item @returns {Omit<Item, 'inheritedFrom'>} */
function withoutOrigin({inheritedFrom: _, ...rest}) {
  return rest;
}

/** Returns the custom properties with their defaults in the style sheet and their descriptions in its comment.
 * @param {string} source */
function readTokens(source) {
  const descriptions = new Map(
    [...source.matchAll(/@cssprop (--[\w-]+) - (.+)/g)].map(([, name = '', text]) => [name, text]),
  );
  const names = new Map(
    [...source.matchAll(/(--_[\w-]+): var\((--tavle-[\w-]+)/g)].map(([, own = '', name = '']) => [own, name]),
  );
  const tokens = [...source.matchAll(/var\((--tavle-[\w-]+), (.+)\);/g)].map(([, name = '', value = '']) => {
    const description = descriptions.get(name);
    if (!description) throw new Error(`${tokensFile} does not describe ${name}.`);
    descriptions.delete(name);
    return {name, default: value.replace(/--_[\w-]+/, own => names.get(own) ?? own), description};
  });
  if (descriptions.size)
    throw new Error(`${tokensFile} describes ${[...descriptions.keys()].join()}, but does not define it.`);
  return tokens;
}

/** @param {string} path */
function builtPath(path) {
  return `dist/${path.replace(/\.ts$/, '.js')}`;
}

/** @param {{name: string}} one @param {{name: string}} other */
function byName({name: one}, {name: other}) {
  return one < other ? -1 : 1;
}
