import {type DefaultTreeAdapterTypes, parseFragment} from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that run script, or bring in documents or markup that could. */
const forbidden = new Set([
  'script',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'portal',
  'base',
  'meta',
  'link',
]);

/** Attributes whose value is an address, or sets one. */
const addresses =
  /^(?:href|xlink:href|src|srcset|action|formaction|data|poster|background|cite|ping|to|from|values)$/;

/** A scheme that runs script; browsers skip white space and control characters within it. */
const runs = /^(?:javascript|vbscript|data):/i;

/**
 * Whether markup would run script where it is shown as HTML: script elements, event handlers, `javascript:` and like
 * addresses, embedded documents.
 */
export function holdsScript(markup: string): boolean {
  return parseFragment(markup).childNodes.some(isActive);
}

function isActive(node: Node): boolean {
  if (!('tagName' in node)) return false;
  const inside = 'content' in node ? node.content.childNodes : node.childNodes;
  return forbidden.has(node.tagName.toLowerCase()) || node.attrs.some(isScript) || inside.some(isActive);
}

function isScript({name, prefix, value}: Element['attrs'][number]): boolean {
  const full = (prefix ? `${prefix}:${name}` : name).toLowerCase();
  if (full.startsWith('on') || full === 'srcdoc') return true;

  return addresses.test(full) && runs.test(value.replace(/[\0-\x20]/g, ''));
}
