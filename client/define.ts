type Versioned = CustomElementConstructor & {version?: string};

/**
 * Registers an element once per page, for the `define.ts` of each folder and for pages that choose tag names: it may load scripts of several
 * versions. Ignores the same version, and warns of another one. Modules that call it export the types of their elements, which adds them to
 * `HTMLElementTagNameMap`.
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
