/** A deadline as the demo's authorities deliver it, to all companies. */
export interface DemoDeadline {
  /** CVR number of the sender. */
  readonly afsender: string;
  readonly overskrift: string;
  readonly beskrivelse: string;
  /** `yyyy-mm-dd` */
  readonly dato: string;
}

const skattestyrelsen = '19552101';
const erhvervsstyrelsen = '10150817';
const danmarksStatistik = '17150413';
const atp = '43405810';

type Day = readonly [date: string, period: string];

interface Rule {
  readonly afsender: string;
  readonly titel: string;
  readonly tekst: string;
  readonly dage: readonly Day[];
}

/** Days that are each for a month: their own (0), or the one before (1). */
const forMonth = (back: 0 | 1, dates: string) =>
  dates.split(' ').map((date): Day => {
    const [year = 0, month = 0] = date.split('-').map(Number);
    const name = new Intl.DateTimeFormat('da-DK', {month: 'long', year: 'numeric', timeZone: 'UTC'});
    return [date, name.format(Date.UTC(year, month - 1 - back))];
  });

const days = (first: string, rest: string) => `${first} ${rest.replace(/\S+/g, day => `2027-${day}`)}`;

/**
 * Real Danish deadlines of the coming year: those of skat.dk (moms, A-skat, lønsumsafgift, EU-salg, acontoskat), of
 * årsregnskabsloven § 138 and of Danmarks Statistik (Intrastat), moved to the next banking day where they fall on a
 * holiday; large employers' A-skat lies on the month's last banking day. ATP's days follow the pattern of earlier years.
 */
const rules: readonly Rule[] = [
  {
    afsender: skattestyrelsen,
    titel: 'Moms, måned',
    tekst: '<p>Indberet og betal moms for virksomheder, der afregner hver måned.</p>',
    dage: [
      ...forMonth(1, days('2026-11-25 2026-12-28', '01-25 02-25 03-30 04-26 05-25 06-25')),
      ['2027-08-17', 'juni 2027'],
      ...forMonth(1, days('2027-08-25', '09-27 10-25 11-25 12-27')),
    ],
  },
  {
    afsender: skattestyrelsen,
    titel: 'Moms, kvartal',
    tekst: '<p>Indberet og betal moms for virksomheder, der afregner hvert kvartal.</p>',
    dage: [
      ['2026-12-01', '3. kvartal 2026'],
      ['2027-03-01', '4. kvartal 2026'],
      ['2027-06-01', '1. kvartal 2027'],
      ['2027-09-01', '2. kvartal 2027'],
      ['2027-12-01', '3. kvartal 2027'],
    ],
  },
  {
    afsender: skattestyrelsen,
    titel: 'Moms, halvår',
    tekst: '<p>Indberet og betal moms for virksomheder, der afregner hvert halve år.</p>',
    dage: [
      ['2027-03-01', '2. halvår 2026'],
      ['2027-09-01', '1. halvår 2027'],
    ],
  },
  {
    afsender: skattestyrelsen,
    titel: 'A-skat og AM-bidrag, små og mellemstore virksomheder',
    tekst: '<p>Betal A-skat og AM-bidrag, og indberet løn til eIndkomst.</p>',
    dage: forMonth(
      1,
      days('2026-12-10', '01-18 02-10 03-10 04-12 05-10 06-10 07-12 08-10 09-10 10-11 11-10 12-10'),
    ),
  },
  {
    afsender: skattestyrelsen,
    titel: 'A-skat og AM-bidrag, store virksomheder',
    tekst: '<p>Betal A-skat og AM-bidrag, og indberet løn til eIndkomst.</p>',
    dage: forMonth(
      0,
      days(
        '2026-11-30 2026-12-30',
        '01-29 02-26 03-31 04-30 05-31 06-30 07-30 08-31 09-30 10-29 11-30 12-30',
      ),
    ),
  },
  {
    afsender: skattestyrelsen,
    titel: 'Lønsumsafgift',
    tekst: '<p>Indberet og betal lønsumsafgift.</p>',
    dage: forMonth(
      1,
      days('2026-12-15', '01-15 02-15 03-15 04-15 05-18 06-15 07-15 08-16 09-15 10-15 11-15 12-15'),
    ),
  },
  {
    afsender: skattestyrelsen,
    titel: 'EU-salg uden moms',
    tekst: '<p>Indberet salg uden moms til virksomheder i andre EU-lande.</p>',
    dage: forMonth(
      1,
      days(
        '2026-11-25 2026-12-28',
        '01-25 02-25 03-30 04-26 05-25 06-25 07-26 08-25 09-27 10-25 11-25 12-27',
      ),
    ),
  },
  {
    afsender: skattestyrelsen,
    titel: 'Acontoskat for selskaber',
    tekst: '<p>Betal acontoskat.</p>',
    dage: [
      ['2027-02-01', 'frivillig, 3. rate 2026'],
      ['2027-03-22', '1. rate 2027'],
      ['2027-11-22', '2. rate 2027'],
    ],
  },
  {
    afsender: skattestyrelsen,
    titel: 'Oplysningsskema for selskaber',
    tekst: '<p>Indberet selskabets skattepligtige indkomst, når indkomståret følger kalenderåret.</p>',
    dage: [['2027-06-30', 'indkomståret 2026']],
  },
  {
    afsender: erhvervsstyrelsen,
    titel: 'Årsrapport, regnskabsklasse D',
    tekst: '<p>Indberet årsrapporten, så den er modtaget senest 4 måneder efter regnskabsårets udløb.</p>',
    dage: [['2027-04-30', 'kalenderåret 2026']],
  },
  {
    afsender: erhvervsstyrelsen,
    titel: 'Årsrapport, regnskabsklasse B og C',
    tekst: `<p>Indberet årsrapporten, så den er modtaget senest 6 måneder efter regnskabsårets udløb.</p>
<p>Læs mere på <a href="https://erhvervsstyrelsen.dk">erhvervsstyrelsen.dk</a>.</p>`,
    dage: [['2027-06-30', 'kalenderåret 2026']],
  },
  {
    afsender: danmarksStatistik,
    titel: 'Intrastat, gruppe 1',
    tekst: '<p>Indberet virksomhedens handel med andre EU-lande.</p>',
    dage: forMonth(
      1,
      days('2027-01-15', '02-12 03-12 04-14 05-19 06-14 07-14 08-13 09-14 10-14 11-12 12-14'),
    ),
  },
  {
    afsender: atp,
    titel: 'ATP-bidrag',
    tekst: '<p>Betal ATP-bidrag og øvrige bidrag for kvartalet.</p>',
    dage: [
      ['2027-02-08', '4. kvartal 2026'],
      ['2027-05-10', '1. kvartal 2027'],
      ['2027-08-09', '2. kvartal 2027'],
      ['2027-11-08', '3. kvartal 2027'],
    ],
  },
];

/** Every deadline of the rules, in no order. */
export const deadlines: readonly DemoDeadline[] = rules.flatMap(({afsender, titel, tekst, dage}) =>
  dage.map(([dato, period]) => ({afsender, overskrift: `${titel}: ${period}`, beskrivelse: tekst, dato})),
);
