/* The texts of mails before deadlines, in Danish and English, for the modules of this folder. Change a text in `words`,
 * in both languages. `writeReminder` must say the same in plain text and in HTML. Texts of deadlines must pass
 * `oneLine` in subjects, and `escape` in HTML. */
import type {IsoDate} from '../../time/dates.ts';
import {addDays} from '../../time/dates.ts';

export const languages = ['da', 'en'] as const;
export type Language = (typeof languages)[number];

/** Equal deadlines of one or more companies, which a mail lists once. */
export interface DueGroup {
  readonly date: IsoDate;
  readonly title: string;
  readonly sender: string;
  /** Names by CVR number. Empty for a person with one company. */
  readonly companies: ReadonlyMap<string, string>;
  /** The URL of the page where the company acts, or of the deadline on the portal; without both, that of the portal. */
  readonly url?: string | undefined;
  readonly opens: 'deadline' | 'portal';
}

export interface Texts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The maximum number of companies that are named for a deadline, and of deadlines in a mail. */
const [maxNames, maxGroups] = [20, 100];

const months = {
  da: 'januar februar marts april maj juni juli august september oktober november december'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};

const words = {
  da: {
    date: (date: IsoDate, today: IsoDate) =>
      near(date, today, 'i dag', 'i morgen') ?? `den ${dayOf(date)}. ${monthOf(date, 'da')}`,
    is: 'er',
    more: (count: number) => `, og ${count} ${count === 1 ? 'anden frist' : 'andre frister'} følger`,
    intro: 'Du har bedt om en mail før disse frister:',
    from: (sender: string) => `Fra ${sender}`,
    others: (count: number) => `og ${count} ${count === 1 ? 'anden' : 'andre'}`,
    leftOut: (count: number) =>
      `${count} ${count === 1 ? 'frist' : 'frister'} mere står i kalenderen på portalen.`,
    open: {deadline: 'Åbn fristen', portal: 'Åbn portalen'},
    why: 'Du får mailen, fordi du har valgt påmindelser på portalen. Du kan ændre dem dér.',
    stop: 'Stop mails om frister',
    code: (code: string) => ({
      subject: `Din kode er ${code}`,
      text: [
        `Skriv koden ${code} på portalen for at få mails om frister.`,
        'Koden gælder i 10 minutter. Har du ikke bedt om den, kan du se bort fra denne mail.',
      ],
    }),
    ending: {
      subject: 'Dine mails om frister stopper',
      text: [
        'Du har ikke åbnet dine frister på portalen i to år. Vi sletter derfor din mailadresse om 30 dage.',
        'Åbn dem på portalen, hvis du stadig vil have mails om frister.',
      ],
    },
  },
  en: {
    date: (date: IsoDate, today: IsoDate) =>
      near(date, today, 'today', 'tomorrow') ?? `on ${dayOf(date)} ${monthOf(date, 'en')}`,
    is: 'is',
    more: (count: number) =>
      `, and ${count === 1 ? '1 other deadline follows' : `${count} other deadlines follow`}`,
    intro: 'You have asked for a mail before these deadlines:',
    from: (sender: string) => `From ${sender}`,
    others: (count: number) => `and ${count} ${count === 1 ? 'other' : 'others'}`,
    leftOut: (count: number) =>
      `${count} more ${count === 1 ? 'deadline is' : 'deadlines are'} in the calendar of the portal.`,
    open: {deadline: 'Open the deadline', portal: 'Open the portal'},
    why: 'You get this mail because you have chosen reminders on the portal. You can change them there.',
    stop: 'Stop mails about deadlines',
    code: (code: string) => ({
      subject: `Your code is ${code}`,
      text: [
        `Enter the code ${code} on the portal to get mails about deadlines.`,
        'The code is valid for 10 minutes. If you have not asked for it, ignore this mail.',
      ],
    }),
    ending: {
      subject: 'Your mails about deadlines end',
      text: [
        'You have not opened your deadlines on the portal for two years. We delete your address in 30 days.',
        'Open them on the portal if you still want mails about deadlines.',
      ],
    },
  },
};

const near = (date: IsoDate, today: IsoDate, now: string, tomorrow: string) =>
  date === today ? now : date === addDays(today, 1) ? tomorrow : undefined;
const dayOf = (date: IsoDate) => Number(date.slice(8));
const monthOf = (date: IsoDate, language: Language) => months[language][Number(date.slice(5, 7)) - 1];

/** Returns the mail before deadlines. @param groups By date, at least one. @param stop The URL that ends the mails. */
export function writeReminder(
  groups: readonly DueGroup[],
  today: IsoDate,
  language: Language,
  stop: string,
): Texts {
  const says = words[language];
  const [first] = groups as [DueGroup];
  const more = groups.length - 1;
  const subject = `${oneLine(first.title)} ${says.is} ${says.date(first.date, today)}${more ? says.more(more) : ''}`;
  const shown = groups.slice(0, maxGroups);
  const lines = shown.map(group => ({
    ...group,
    title: oneLine(group.title),
    when: capitalised(says.date(group.date, today)),
    names: namesOf(group.companies, says.others),
  }));
  const leftOut = groups.length > shown.length ? says.leftOut(groups.length - shown.length) : '';
  const text = [
    says.intro,
    ...lines.map(({when, title, sender, names, url}) =>
      [`${when}: ${title}`, says.from(sender), names, url].filter(Boolean).join('\n'),
    ),
    leftOut,
    says.why,
    `${says.stop}: ${stop}`,
  ];
  const html = [
    `<p>${says.intro}</p>`,
    ...lines.map(
      ({when, title, sender, names, url, opens}) =>
        `<p><strong>${escape(when)}: ${escape(title)}</strong><br>${escape(says.from(sender))}` +
        `${names && `<br>${escape(names)}`}${url ? `<br><a href="${escape(url)}">${says.open[opens]}</a>` : ''}</p>`,
    ),
    leftOut && `<p>${leftOut}</p>`,
    `<p>${says.why}<br><a href="${escape(stop)}">${says.stop}</a></p>`,
  ];
  return {subject, text: paragraphs(text), html: page(html, language)};
}

export const writeCode = (code: string, language: Language) => plain(words[language].code(code), language);
export const writeEnding = (language: Language) => plain(words[language].ending, language);

function plain({subject, text}: {subject: string; text: readonly string[]}, language: Language): Texts {
  return {
    subject,
    text: paragraphs(text),
    html: page(
      text.map(each => `<p>${escape(each)}</p>`),
      language,
    ),
  };
}

const paragraphs = (texts: readonly string[]) => `${texts.filter(Boolean).join('\n\n')}\n`;

const page = (parts: readonly string[], language: Language) =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<body style="font: 16px/1.5 sans-serif; max-width: 40em; overflow-wrap: break-word">${parts.filter(Boolean).join('')}</body></html>`;

function namesOf(companies: ReadonlyMap<string, string>, others: (count: number) => string): string {
  const shown = [...companies.values()].slice(0, maxNames).map(oneLine);
  const more = companies.size - shown.length;
  return [shown.join(', '), more > 0 ? others(more) : ''].filter(Boolean).join(' ');
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A line end would end the header of a subject. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

const escape = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
