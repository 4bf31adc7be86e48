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

/** The markup of the dialog's deadline, and its first link. */
export class Markup {
  readonly #changed: () => void;
  #text: string | undefined;
  element = document.createElement('div');
  /** The first link to a site; `waiting` until the markup with a link is shown. */
  link: MarkupLink | 'waiting' | undefined;

  /** @param changed Called when the markup is shown. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Shows markup in another element, unless it is shown already. */
  async show(text: string): Promise<void> {
    if (text === this.#text) return;
    this.#text = text;
    this.link = /href\s*=\s*["']?https?:/i.test(text) ? 'waiting' : undefined;
    const element = (this.element = document.createElement('div'));
    element.className = 'markup waiting';
    element.lang = 'da';
    await showMarkup(element, text);
    element.classList.remove('waiting');
    if (element !== this.element) return;
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
