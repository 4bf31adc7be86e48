import {companies} from '../../companies.ts';

/** A letter, a report or a permit, in Danish. */
interface Item {
  /** Date in days from today. */
  readonly days: number;
  readonly authority: string;
  readonly title: string;
}

export interface Letter extends Item {
  readonly text: string;
  readonly read?: boolean;
}

export interface Report extends Item {
  readonly status: 'draft' | 'received' | 'approved';
}

export interface Company {
  readonly address: string;
  readonly founded: Date;
  readonly employees: string;
  readonly letters: readonly Letter[];
  readonly reports: readonly Report[];
  readonly permits: readonly Item[];
}

const owners: Letter = {
  days: -1,
  authority: 'Erhvervsstyrelsen',
  title: 'Bekræft jeres reelle ejere',
  text: 'En gang om året skal I kontrollere, at oplysningerne om reelle ejere er rigtige. Svar senest om 14 dage.',
};
const inspection: Letter = {
  days: -4,
  authority: 'Arbejdstilsynet',
  title: 'Varsel om tilsynsbesøg',
  text: 'Vi kommer på besøg inden for de næste seks måneder. Hav jeres arbejdspladsvurdering klar.',
};
const receipt: Letter = {
  days: -12,
  authority: 'Skattestyrelsen',
  title: 'Kvittering for indberetning til eIndkomst',
  text: 'Vi har modtaget jeres indberetning. I behøver ikke at gøre mere.',
  read: true,
};
const payroll: Report = {
  days: -2,
  authority: 'Skattestyrelsen',
  title: 'Løn til eIndkomst',
  status: 'draft',
};

export const byCvr: Record<string, Company> = {
  [companies.bakery.cvr]: {
    address: 'Havnegade 12, 5700 Svendborg',
    founded: new Date(2014, 2, 3),
    employees: '10–19',
    letters: [owners, inspection, receipt],
    reports: [
      payroll,
      {days: -40, authority: 'Miljøstyrelsen', title: 'Emballage, årlig mængde', status: 'approved'},
    ],
    permits: [
      {days: 45, authority: 'Svendborg Kommune', title: 'Udeservering på Havnepladsen'},
      {days: 420, authority: 'Fødevarestyrelsen', title: 'Økologikontrol'},
    ],
  },
  [companies.machines.cvr]: {
    address: 'Industrivej 40, 8600 Silkeborg',
    founded: new Date(1987, 9, 1),
    employees: '200–499',
    letters: [inspection, {...owners, days: -6}, receipt],
    reports: [
      {days: -1, authority: 'Danmarks Statistik', title: 'Intrastat, eksport', status: 'received'},
      {...payroll, days: -20, status: 'approved'},
    ],
    permits: [{days: 210, authority: 'Silkeborg Kommune', title: 'Miljøgodkendelse, overfladebehandling'}],
  },
  [companies.boats.cvr]: {
    address: 'Strandvejen 3, 5970 Ærøskøbing',
    founded: new Date(2019, 4, 20),
    employees: '2–4',
    letters: [{...owners, days: -2, read: true}, receipt],
    reports: [payroll],
    permits: [{days: 30, authority: 'Ærø Kommune', title: 'Brug af kommunens havneplads'}],
  },
};
