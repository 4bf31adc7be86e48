import {create} from '../dom.ts';
import {type Both, say} from '../language.ts';
import {watch} from '../settings.ts';

/** What an app shows: plain light DOM that follows the page's language and the person signed in. */
export abstract class Content extends HTMLElement {
  #stop?: () => void;

  connectedCallback(): void {
    this.#stop = watch(['lang', 'user'], () => this.render());
  }

  disconnectedCallback(): void {
    this.#stop?.();
  }

  protected render(): void {
    this.replaceChildren(...this.content());
  }

  protected abstract content(): Node[];
}

export type Tone = 'info' | 'success' | 'warning';

/** A short status next to an entry, as DKFDS draws it. */
export function badge(text: Both, tone: Tone): HTMLElement {
  return create('span', {class: `badge badge-${tone}`}, say(text));
}

/** A list of entries with a line between them. */
export function entryList(entries: HTMLElement[]): HTMLElement {
  return create('ul', {class: 'entries'}, ...entries);
}

/** One entry: its title, which an authority wrote in Danish, a line about it, and perhaps its status. */
export function entry(title: string, about: (Node | string)[], status?: HTMLElement): HTMLElement {
  const text = create(
    'div',
    {class: 'entry-text'},
    create('strong', {lang: 'da'}, title),
    create('span', {class: 'entry-about'}, ...about),
  );
  return create('li', {class: 'entry'}, text, ...(status ? [status] : []));
}
