import {type DefaultTreeAdapterTypes, parseFragment} from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

const blocks = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'table',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'section',
]);
const unseen = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'title']);

/** What a person would read of an authority's markup: lines for blocks, dashes for list items, addresses behind links. */
export function toPlainText(markup: string): string {
  return parseFragment(markup)
    .childNodes.map(write)
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function write(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, ' ');
  if (!('childNodes' in node) || unseen.has(node.nodeName)) return '';
  const inside = node.childNodes.map(write).join('');
  if (node.nodeName === 'br') return '\n';
  if (node.nodeName === 'li') return `\n- ${inside.trim()}`;
  if (node.nodeName === 'a') return inside + addressBehind(node, inside);
  return blocks.has(node.nodeName) ? `\n\n${inside}\n\n` : inside;
}

function addressBehind(link: DefaultTreeAdapterTypes.Element, text: string): string {
  const address = link.attrs.find(({name}) => name === 'href')?.value ?? '';
  return /^(https?|mailto):/i.test(address) && address !== text ? ` (${address})` : '';
}
