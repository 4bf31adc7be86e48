/** A link in an authority's text. */
export interface MarkupLink {
  readonly href: string;
  /** Its text; '' for one that does not say where it leads. */
  readonly text: string;
  readonly host: string;
}

/** Texts of links that only make sense in their place. */
const vagueText =
  /^(\W*|https?:.*|www\..*|link|((klik|tryk|læs|se|click|read) )?(mere|her|more|here).{0,6})$/i;

/** Shows an authority's markup. The sanitiser is loaded only when first needed; where it can't be, the bare text is shown. */
export class Markup {
  readonly #changed: () => void;
  #text: string | undefined;
  #element = document.createElement('div');
  /** The first link of the markup that is shown; `undefined` before it is shown, and without one. */
  link: MarkupLink | undefined;

  /** @param changed Called when the markup is shown. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** An element with this markup, soon; the same one for the same markup. */
  of(text: string): HTMLElement {
    if (text === this.#text) return this.#element;
    this.#text = text;
    this.link = undefined;
    this.#element = document.createElement('div');
    this.#element.className = 'markup waiting';
    this.#element.lang = 'da';
    void this.#fill(this.#element, text);
    return this.#element;
  }

  async #fill(element: HTMLElement, markup: string): Promise<void> {
    try {
      const {sanitise} = await import('./sanitise.ts');
      element.replaceChildren(sanitise(markup));
    } catch {
      element.textContent = markup.replace(/<[^<>]*>/g, ' ');
    }
    element.classList.remove('waiting');
    if (element !== this.#element) return;
    this.link = firstLink(element);
    this.#changed();
  }
}

function firstLink(element: Element): MarkupLink | undefined {
  const link = element.querySelector<HTMLAnchorElement>('a[href^="https:" i]');
  if (!link) return undefined;
  const text = link.textContent.trim();
  return {href: link.href, host: link.hostname, text: vagueText.test(text) ? '' : text};
}
