// The deadlines of the demo's authorities, which `authorities.ts` delivers. Add a row to `rules` for another kind. Each
// rule follows its source, such as skat.dk: people who see the demo may believe the dates.
import type {IsoDate} from '../server/time/dates.ts';
import {bankingDay, bankingDays, day} from './banking-days.ts';
import {companiesLike} from './companies.ts';

/** A deadline of a demo authority for some of the demo companies. */
export interface DemoDeadline {
  /** CVR number of the sender. */
  readonly afsender: string;
  readonly overskrift: string;
  readonly beskrivelse: string;
  /** The page on which the company does what is due. */
  readonly link?: string;
  readonly dato: IsoDate;
  /** CVR numbers. */
  readonly modtagere: readonly string[];
}

/** Authorities of `portal.json`. */
const [skat, erst, dst, atp] = ['19552101', '10150817', '17150413', '43405810'] as const;
const cvrsOf = (kind: readonly {readonly cvr: string}[]) => kind.map(({cvr}) => cvr);
const [bakeries, factories, rentals] = [
  cvrsOf(companiesLike.bakery),
  cvrsOf(companiesLike.machines),
  cvrsOf(companiesLike.boats),
];

/** A value that depends on a month, 1 to 12. */
type OfMonth<Value> = (year: number, month: number) => Value;

interface Rule extends Pick<DemoDeadline, 'afsender' | 'link' | 'modtagere'> {
  readonly titel: string;
  readonly tekst: string;
  /** The months with a deadline. Default: all. */
  readonly months?: readonly number[];
  readonly date: OfMonth<IsoDate>;
  readonly period: OfMonth<string>;
}

const on =
  (dayOfMonth: number): OfMonth<IsoDate> =>
  (year, month) =>
    bankingDay(day(year, month, dayOfMonth));

/** The names of the months. They do not come from `Intl`, since Node.js may lack ICU data for Danish. */
const monthNames =
  'januar februar marts april maj juni juli august september oktober november december'.split(' ');

/** Returns the name of the month `back` months before that of the deadline. */
const monthBefore =
  (back: number): OfMonth<string> =>
  (year, month) => {
    const date = new Date(Date.UTC(year, month - 1 - back));
    return `${monthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
  };

/** Returns the name of the quarter or half-year that contains the month `back` months before that of the deadline. */
const periodBefore =
  (back: number, months: 3 | 6, name: string): OfMonth<string> =>
  (year, month) => {
    const date = new Date(Date.UTC(year, month - 1 - back));
    return `${Math.floor(date.getUTCMonth() / months) + 1}. ${name} ${date.getUTCFullYear()}`;
  };

const quarters = [3, 6, 9, 12];
// July has no deadline: the VAT of June is due in August.
const notJuly = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

const kind = (afsender: string, titel: string, ...paragraphs: string[]) => {
  return {afsender, titel, tekst: paragraphs.map(text => `<p>${text}</p>`).join('\n')};
};
const link = 'https://skat.dk/erhverv';
const tastSelv = `Brug <a href="${link}">TastSelv Erhverv</a>.`;
const moms = {
  ...kind(skat, 'Moms', `Indberet og betal moms. Indberet også, selv om du intet har at angive. ${tastSelv}`),
  link,
};
const aSkat = {
  ...kind(
    skat,
    'A-skat og AM-bidrag',
    `Betal A-skat og AM-bidrag, og indberet løn til eIndkomst. ${tastSelv}`,
  ),
  link,
};
const euSalg = kind(skat, 'EU-salg uden moms', 'Indberet salg uden moms til virksomheder i andre EU-lande.');
const acontoskat = kind(skat, 'Acontoskat', 'Betal selskabets acontoskat.');
const income = kind(skat, 'Oplysningsskema for selskaber', 'Indberet selskabets skattepligtige indkomst.');
const report = kind(
  erst,
  'Årsrapport',
  'Indberet årsrapporten, så vi har modtaget den senest 6 måneder efter regnskabsårets slutning.',
  'Læs mere på <a href="https://erhvervsstyrelsen.dk">erhvervsstyrelsen.dk</a>.',
);
const intrastat = kind(dst, 'Intrastat', 'Indberet virksomhedens handel med andre EU-lande.');
const atpBidrag = kind(atp, 'ATP-bidrag', 'Betal ATP-bidrag og øvrige bidrag for kvartalet.');

const taxed = [...bakeries, ...factories];
const lastBankingDay: OfMonth<IsoDate> = (year, month) => bankingDays(year, month).at(-1) ?? '';
const tenthBankingDay: OfMonth<IsoDate> = (year, month) => bankingDays(year, month)[9] ?? '';
const tenth: OfMonth<IsoDate> = (year, month) => on(month === 1 ? 17 : 10)(year, month);
function rate(name: string, back = 0): OfMonth<string> {
  return year => `${name} ${year - back}`;
}
const quarter = (back: number) => periodBefore(back, 3, 'kvartal');

/**
 * The rules of skat.dk (moms, A-skat, EU-salg, acontoskat), of årsregnskabsloven § 138 and of Danmarks Statistik (Intrastat). The
 * companies cover each period of moms and each size of employers. ATP's dates follow earlier years.
 */
const rules: readonly Rule[] = [
  {...moms, modtagere: factories, months: notJuly, date: on(25), period: monthBefore(1)},
  {...moms, modtagere: factories, months: [8], date: on(17), period: monthBefore(2)},
  {...moms, modtagere: bakeries, months: quarters, date: on(1), period: quarter(3)},
  {...moms, modtagere: rentals, months: [3, 9], date: on(1), period: periodBefore(3, 6, 'halvår')},
  {...aSkat, modtagere: [...bakeries, ...rentals], date: tenth, period: monthBefore(1)},
  {...aSkat, modtagere: factories, date: lastBankingDay, period: monthBefore(0)},
  {...euSalg, modtagere: factories, date: on(25), period: monthBefore(1)},
  {...acontoskat, modtagere: taxed, months: [3], date: on(20), period: rate('1. rate')},
  {...acontoskat, modtagere: taxed, months: [11], date: on(20), period: rate('2. rate')},
  {...acontoskat, modtagere: taxed, months: [2], date: on(1), period: rate('frivillig 3. rate', 1)},
  {...income, modtagere: taxed, months: [6], date: on(30), period: rate('kalenderåret', 1)},
  {...report, modtagere: taxed, months: [6], date: on(30), period: rate('kalenderåret', 1)},
  {...intrastat, modtagere: factories, date: tenthBankingDay, period: monthBefore(1)},
  {...atpBidrag, modtagere: [...taxed, ...rentals], months: [2, 5, 8, 11], date: on(8), period: quarter(2)},
];

const allMonths = Array.from({length: 12}, (_, index) => index + 1);

/** Returns the deadlines between two days, inclusive, sorted by date. */
export function deadlinesBetween(first: IsoDate, last: IsoDate): DemoDeadline[] {
  const [firstYear, lastYear] = [first, last].map(date => Number(date.slice(0, 4))) as [number, number];
  const years = Array.from({length: lastYear - firstYear + 1}, (_, index) => firstYear + index);
  return rules
    .flatMap(({titel, tekst, months = allMonths, date, period, ...rule}) =>
      years.flatMap(year =>
        months.map(month => ({
          ...rule,
          overskrift: `${titel}: ${period(year, month)}`,
          beskrivelse: tekst,
          dato: date(year, month),
        })),
      ),
    )
    .filter(({dato}) => dato >= first && dato <= last)
    .sort((one, other) => one.dato.localeCompare(other.dato));
}
