type Attributes = Record<string, string>;

/** Makes an element of plain parts: no markup is ever parsed, as a page with Trusted Types asks. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * The page's element with this id.
 *
 * @throws When there is none of that type: page and script have come apart.
 */
export function byId(id: string): HTMLElement;
export function byId<Type extends HTMLElement>(id: string, type: abstract new () => Type): Type;
export function byId(id: string, type: abstract new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`);
  return element;
}
