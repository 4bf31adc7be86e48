import type {IsoDate} from '../server/time/dates.ts';
import {bankingDay, bankingDays, day} from './banking-days.ts';
import {companies} from './companies.ts';

/** A deadline of a demo authority for some of the demo companies. */
export interface DemoDeadline {
  /** CVR number of the sender. */
  readonly afsender: string;
  readonly overskrift: string;
  readonly beskrivelse: string;
  readonly dato: IsoDate;
  /** CVR numbers. */
  readonly modtagere: readonly string[];
}

const skattestyrelsen = '19552101';
const erhvervsstyrelsen = '10150817';
const danmarksStatistik = '17150413';
const atp = '43405810';

const bakery = companies.bakery.cvr;
const machines = companies.machines.cvr;
const boats = companies.boats.cvr;

/** A value that depends on a month, 1 to 12. */
type OfMonth<Value> = (year: number, month: number) => Value;

interface Rule extends Pick<DemoDeadline, 'afsender' | 'modtagere'> {
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

/** Node.js may be without ICU data for Danish. */
const monthNames =
  'januar februar marts april maj juni juli august september oktober november december'.split(' ');

/** @param back 0 for the month of the deadline. */
const monthBefore =
  (back: number): OfMonth<string> =>
  (year, month) => {
    const date = new Date(Date.UTC(year, month - 1 - back));
    return `${monthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
  };

/** The quarter or half-year of the month `back` months before. */
const periodBefore =
  (back: number, months: 3 | 6, name: string): OfMonth<string> =>
  (year, month) => {
    const date = new Date(Date.UTC(year, month - 1 - back));
    return `${Math.floor(date.getUTCMonth() / months) + 1}. ${name} ${date.getUTCFullYear()}`;
  };

const lastYear: OfMonth<string> = year => `kalenderåret ${year - 1}`;

const quarters = [3, 6, 9, 12];
const moms = {
  afsender: skattestyrelsen,
  titel: 'Moms',
  tekst: '<p>Indberet og betal moms. Indberet også, selv om I intet har at angive.</p>',
};
const aSkat = {
  afsender: skattestyrelsen,
  titel: 'A-skat og AM-bidrag',
  tekst: '<p>Betal A-skat og AM-bidrag, og indberet løn til eIndkomst.</p>',
};
const acontoskat = {
  afsender: skattestyrelsen,
  titel: 'Acontoskat',
  tekst: '<p>Betal selskabets acontoskat.</p>',
  modtagere: [bakery, machines],
};

/**
 * The rules of skat.dk (moms, A-skat, EU-salg, acontoskat), of årsregnskabsloven § 138 and of Danmarks Statistik (Intrastat). The
 * companies cover each period of moms and each size of employers. ATP's dates follow earlier years.
 */
const rules: readonly Rule[] = [
  {
    ...moms,
    modtagere: [machines],
    // June's is due in August.
    months: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12],
    date: on(25),
    period: monthBefore(1),
  },
  {...moms, modtagere: [machines], months: [8], date: on(17), period: monthBefore(2)},
  {...moms, modtagere: [bakery], months: quarters, date: on(1), period: periodBefore(3, 3, 'kvartal')},
  {...moms, modtagere: [boats], months: [3, 9], date: on(1), period: periodBefore(3, 6, 'halvår')},
  {
    ...aSkat,
    modtagere: [bakery, boats],
    date: (year, month) => on(month === 1 ? 17 : 10)(year, month),
    period: monthBefore(1),
  },
  {
    ...aSkat,
    modtagere: [machines],
    date: (year, month) => bankingDays(year, month).at(-1) ?? '',
    period: monthBefore(0),
  },
  {
    afsender: skattestyrelsen,
    titel: 'EU-salg uden moms',
    tekst: '<p>Indberet salg uden moms til virksomheder i andre EU-lande.</p>',
    modtagere: [machines],
    date: on(25),
    period: monthBefore(1),
  },
  {...acontoskat, months: [3], date: on(20), period: year => `1. rate ${year}`},
  {...acontoskat, months: [11], date: on(20), period: year => `2. rate ${year}`},
  {...acontoskat, months: [2], date: on(1), period: year => `frivillig 3. rate ${year - 1}`},
  {
    afsender: skattestyrelsen,
    titel: 'Oplysningsskema for selskaber',
    tekst: '<p>Indberet selskabets skattepligtige indkomst.</p>',
    modtagere: [bakery, machines],
    months: [6],
    date: on(30),
    period: lastYear,
  },
  {
    afsender: erhvervsstyrelsen,
    titel: 'Årsrapport',
    tekst: `<p>Indberet årsrapporten, så den er modtaget senest 6 måneder efter regnskabsårets udløb.</p>
<p>Læs mere på <a href="https://erhvervsstyrelsen.dk">erhvervsstyrelsen.dk</a>.</p>`,
    modtagere: [bakery, machines],
    months: [6],
    date: on(30),
    period: lastYear,
  },
  {
    afsender: danmarksStatistik,
    titel: 'Intrastat',
    tekst: '<p>Indberet virksomhedens handel med andre EU-lande.</p>',
    modtagere: [machines],
    date: (year, month) => bankingDays(year, month)[9] ?? '',
    period: monthBefore(1),
  },
  {
    afsender: atp,
    titel: 'ATP-bidrag',
    tekst: '<p>Betal ATP-bidrag og øvrige bidrag for kvartalet.</p>',
    modtagere: [bakery, machines, boats],
    months: [2, 5, 8, 11],
    date: on(8),
    period: periodBefore(2, 3, 'kvartal'),
  },
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
