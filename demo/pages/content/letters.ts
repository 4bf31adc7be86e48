import {timeElement, workday} from '../dates.ts';
import {create} from '../dom.ts';
import {currentCompany, type Letter} from './companies.ts';
import {badge, Content} from './content.ts';

let failing = false;

/** Makes the constructor of the next list of letters throw. */
export function failNextLetters(): void {
  failing = true;
}

class Letters extends Content {
  readonly #read = new Set<Letter>();

  constructor() {
    super();
    if (!failing) return;
    failing = false;
    throw new Error('The letters could not be shown.');
  }

  protected override content() {
    const {letters} = currentCompany();
    return [create('div', {class: 'letters'}, ...letters.map(letter => this.#letter(letter)))];
  }

  #letter(letter: Letter): HTMLElement {
    const {days, authority, title, text, read} = letter;
    const unread = badge({da: 'Ulæst', en: 'Unread'}, 'info');
    const summary = create(
      'summary',
      {class: 'entry'},
      create(
        'span',
        {class: 'entry-text'},
        create('strong', {lang: 'da'}, title),
        create('span', {class: 'entry-about'}, `${authority} · `, timeElement(workday(days))),
      ),
      ...(read || this.#read.has(letter) ? [] : [unread]),
    );
    const details = create('details', {}, summary, create('p', {lang: 'da'}, text));
    details.addEventListener('toggle', () => {
      this.#read.add(letter);
      unread.remove();
    });
    return details;
  }
}

customElements.define('demo-letters', Letters);
