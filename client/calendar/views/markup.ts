/** Loads the module that makes markup safe. */
export const loadSanitiser = () => import('./sanitise.ts');

/** How that module is loaded; the script tag's file checks its digest first. */
export const sanitiser = {load: loadSanitiser};

/** Shows an authority's markup. The sanitiser is loaded only when first needed; where it can't be, the bare text is shown. */
export class Markup {
  #text: string | undefined;
  #element = document.createElement('div');

  /** An element with this markup, soon; the same one for the same markup. */
  of(text: string): HTMLElement {
    if (text === this.#text) return this.#element;
    this.#text = text;
    this.#element = document.createElement('div');
    this.#element.className = 'markup';
    void fill(this.#element, text);
    return this.#element;
  }
}

async function fill(element: HTMLElement, markup: string): Promise<void> {
  try {
    const {sanitise} = await sanitiser.load();
    element.replaceChildren(sanitise(markup));
  } catch {
    element.textContent = markup.replace(/<[^<>]*>/g, ' ');
  }
}
