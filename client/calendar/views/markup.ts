import {showMarkup} from '../../shared/markup.ts';

/** A link in an authority's text. */
export interface MarkupLink {
  readonly href: string;
  /** Its text; '' if it says less than the host. */
  readonly text: string;
  readonly host: string;
}

/** Returns whether a link's text says less than the host, or is too long for a button. White space in it is a single space. */
function isVague(text: string): boolean {
  return (
    text.length > 60 ||
    !/[\p{L}\p{N}]/u.test(text) ||
    /^https?:/i.test(text) ||
    (!text.includes(' ') && /\.\w\w/.test(text)) ||
    /^(link|((klik|tryk|læs|se|click|read) )?(mere|her|more|here).{0,6})$/i.test(text)
  );
}

/** An authority's markup, and its first link. */
export class Markup {
  readonly #changed: () => void;
  #text: string | undefined;
  #element = document.createElement('div');
  /** The first link to a site; `waiting` until the markup with a link is shown. */
  link: MarkupLink | 'waiting' | undefined;

  /** @param changed Called when the markup is shown. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Returns an element that will show this markup; the same element for the same markup. */
  of(text: string): HTMLElement {
    if (text === this.#text) return this.#element;
    this.#text = text;
    this.link = /href\s*=\s*["']?https?:/i.test(text) ? 'waiting' : undefined;
    this.#element = document.createElement('div');
    this.#element.className = 'markup waiting';
    this.#element.lang = 'da';
    void this.#fill(this.#element, text);
    return this.#element;
  }

  async #fill(element: HTMLElement, markup: string): Promise<void> {
    await showMarkup(element, markup);
    element.classList.remove('waiting');
    if (element !== this.#element) return;
    this.link = firstLink(element);
    this.#changed();
  }
}

function firstLink(element: Element): MarkupLink | undefined {
  const link = [...element.querySelectorAll('a')].find(({protocol}) => /^https?:$/.test(protocol));
  if (!link) return undefined;
  const text = link.textContent.trim().replace(/\s+/g, ' ');
  return {href: link.href, host: link.host.replace(/^www\./, ''), text: isVague(text) ? '' : text};
}
