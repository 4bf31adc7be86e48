import {create} from '../dom.ts';
import {type Both, say} from '../language.ts';
import {watch} from '../settings.ts';

/** Base class of the content of apps. It renders light DOM again when the language or the user changes. */
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

/** Creates a badge of DKFDS. */
export function badge(text: Both, tone: Tone): HTMLElement {
  return create('span', {class: `badge badge-${tone}`}, say(text));
}

/** Creates a list of entries. */
export function entryList(entries: HTMLElement[]): HTMLElement {
  return create('ul', {class: 'entries'}, ...entries);
}

/** Creates an entry with a Danish title, a line of details and an optional status. */
export function entry(title: string, about: (Node | string)[], status?: HTMLElement): HTMLElement {
  const text = create(
    'div',
    {class: 'entry-text'},
    create('strong', {lang: 'da'}, title),
    create('span', {class: 'entry-about'}, ...about),
  );
  return create('li', {class: 'entry'}, text, ...(status ? [status] : []));
}
