// Registers the elements of the package, for the `define.ts` of each folder and for pages that choose tag names. Here
// you can change what happens if a tag is taken. This must not throw, since a page may load several scripts.

type Versioned = CustomElementConstructor & {version?: string};

/**
 * Registers an element, for the `define.ts` of each folder and for pages that choose tag names. A page may load several scripts: if the tag is
 * defined already, does nothing for the same version and warns of another one. Modules that call `define` export the types of their elements,
 * which adds these to `HTMLElementTagNameMap`.
 */
export function define(tag: string, element: Versioned): void {
  const existing: Versioned | undefined = customElements.get(tag);
  if (!existing) {
    element.version = __VERSION__;
    customElements.define(tag, element);
  } else if (existing.version !== __VERSION__) {
    console.warn(
      `<${tag}> ${existing.version ?? 'of unknown version'} is already here; ${__VERSION__} is not used.`,
    );
  }
}
