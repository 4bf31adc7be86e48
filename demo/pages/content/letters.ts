import {timeElement, workday} from '../dates.ts';
import {create} from '../dom.ts';
import {type Both, say} from '../language.ts';
import {badge, Content} from './content.ts';

interface Letter {
  days: number;
  sender: string;
  subject: Both;
  text: Both;
  read?: boolean;
}

const letters: Letter[] = [
  {
    days: -1,
    sender: 'Erhvervsstyrelsen',
    subject: {da: 'Bekræft jeres reelle ejere', en: 'Confirm your beneficial owners'},
    text: {
      da: 'En gang om året skal I kontrollere, at oplysningerne om reelle ejere er rigtige. Svar senest om 14 dage.',
      en: 'Once a year you must check that what is registered about beneficial owners is right. Reply within 14 days.',
    },
  },
  {
    days: -4,
    sender: 'Arbejdstilsynet',
    subject: {da: 'Varsel om tilsynsbesøg', en: 'Notice of an inspection'},
    text: {
      da: 'Vi kommer på besøg inden for de næste seks måneder. Hav jeres arbejdspladsvurdering klar.',
      en: 'We will visit you within the next six months. Please have your workplace assessment ready.',
    },
  },
  {
    days: -12,
    sender: 'Skattestyrelsen',
    subject: {da: 'Kvittering for momsangivelse', en: 'Receipt for your VAT return'},
    text: {
      da: 'Vi har modtaget jeres momsangivelse. I behøver ikke at gøre mere.',
      en: 'We have received your VAT return. There is nothing more for you to do.',
    },
    read: true,
  },
];

let failing = false;

/** Makes the next list of letters fail while it is made, once. */
export function failNextLetters(): void {
  failing = true;
}

class Letters extends Content {
  readonly #read = new Set<Letter>(letters.filter(({read}) => read));

  constructor() {
    super();
    if (!failing) return;
    failing = false;
    throw new Error('The letters could not be shown.');
  }

  protected override content() {
    return [create('div', {class: 'letters'}, ...letters.map(letter => this.#letter(letter)))];
  }

  #letter(letter: Letter): HTMLElement {
    const {days, sender, subject, text} = letter;
    const unread = badge({da: 'Ulæst', en: 'Unread'}, 'info');
    const summary = create(
      'summary',
      {class: 'entry'},
      create(
        'span',
        {class: 'entry-text'},
        create('strong', {}, say(subject)),
        create('span', {class: 'entry-about'}, `${sender} · `, timeElement(workday(days))),
      ),
      ...(this.#read.has(letter) ? [] : [unread]),
    );
    const details = create('details', {}, summary, create('p', {}, say(text)));
    details.addEventListener('toggle', () => {
      this.#read.add(letter);
      unread.remove();
    });
    return details;
  }
}

customElements.define('demo-letters', Letters);
