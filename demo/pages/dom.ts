type Attributes = Record<string, string>;

/** Creates an element without parsing markup, as Trusted Types requires. */
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
 * Returns the element with an id.
 *
 * @throws If the page has no such element of this type.
 */
export function byId(id: string): HTMLElement;
export function byId<Type extends HTMLElement>(id: string, type: abstract new () => Type): Type;
export function byId(id: string, type: abstract new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`);
  return element;
}
