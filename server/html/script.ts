import {bounds} from '../bounds.ts';
import {type Attribute, decodeValue, readStartTags, type StartTag} from './start-tags.ts';

/* Finds script in the markup of form suppliers, for `field-kinds.ts`. Add an element to `forbiddenElements`, and an
 * attribute with a URL to `urlAttributes`. The search must find what any browser would run: remove an entry of a list
 * only if no browser runs it. The time must stay linear in the length of the markup. */

/** Elements that run script, or that embed documents or load style sheets that could run script. */
const forbiddenElements = new Set(
  'applet base embed fencedframe frame frameset iframe link meta object portal script'.split(' '),
);

/** Attributes whose value is a URL, or sets one. */
const urlAttributes = new Set(
  [
    'action archive background base by cite classid code codebase data dynsrc formaction from href icon longdesc',
    'lowsrc manifest poster profile src to usemap imagesrcset ping srcset values',
  ].flatMap(names => names.split(' ')),
);

const separators = new Map([
  ['imagesrcset', /[\s,]/],
  ['ping', /\s/],
  ['srcset', /[\s,]/],
  ['values', /;/],
]);

const scriptScheme = /^(?:javascript|vbscript|livescript|mocha|mhtml|data):/i;

/** Styles that ran script in older browsers. */
const scriptStyle = /(?:java|vb)script:|expression\(|-moz-binding:|(?:^|[;{])behavior:/i;

/** In characters, added to the allowance that follows from the length: nested tags in a short text need more. */
const tagAllowance = 10_000;

const maxNamedLength = 30;

/**
 * Searches the markup of form suppliers for script in linear time, for `field-kinds.ts`: script elements, event handlers, URLs such as
 * `javascript:`, embedded documents. Checks each start tag that any browser could parse, also in comments.
 *
 * @returns The first finding, such as `the attribute onerror`; `undefined` without one.
 */
export function findScript(markup: string): string | undefined {
  let allowance = tagAllowance + bounds.maxTagReadings * markup.length;
  for (const tag of readStartTags(markup)) {
    allowance -= tag.length;
    if (allowance < 0) return 'too many tags within tags';
    const found = findInTag(tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInTag({name, attributes, hasOpenQuote}: StartTag): string | undefined {
  if (forbiddenElements.has(localName(name))) return `the element <${shorten(name)}>`;
  const attribute = attributes.find(runsScript);
  if (attribute) return `the attribute ${shorten(attribute.name)}`;
  // The content that follows on the page would become part of the value, up to the next quotation mark.
  return hasOpenQuote ? `a quotation mark that is not closed in <${shorten(name)}>` : undefined;
}

function runsScript({name, source}: Attribute): boolean {
  const local = localName(name);
  if (local.startsWith('on') || local === 'srcdoc') return true;
  if (local === 'attributename') return localName(skipInvisible(decodeValue(source))).startsWith('on');
  if (local === 'style') return scriptStyle.test(readStyle(decodeValue(source)));
  if (!urlAttributes.has(local)) return false;
  const separator = separators.get(local);
  const value = decodeValue(source);
  const urls = separator ? value.split(separator) : [value];
  return urls.some(url => scriptScheme.test(skipInvisible(url)));
}

/** Returns a name without its prefix: `href` for `xlink:href`. */
const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** Removes all characters except visible ASCII: browsers ignore control characters in a scheme, and white space before it. */
const skipInvisible = (text: string): string => text.replace(/[^!-~]+/g, '');

/** Returns a style without escapes, comments and white space, which could hide words. */
function readStyle(style: string): string {
  return style
    .replace(/\\([0-9a-f]{1,6})[ \t\n\f\r]?/gi, (_, digits: string) => {
      const codePoint = Number.parseInt(digits, 16);
      return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
    })
    .split('/*')
    .map((part, place) => (place ? part.slice(part.indexOf('*/') + 2) : part))
    .join('')
    .replace(/[^!-~]+|\\/g, '');
}

function shorten(name: string): string {
  return name.length > maxNamedLength ? `${name.slice(0, maxNamedLength).toWellFormed()}…` : name;
}
