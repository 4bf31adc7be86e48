import {companies} from '../../companies.ts';
import type {Both} from '../language.ts';
import {signedIn} from '../session.ts';
import type {Tone} from './content.ts';

/** A letter, a report or a permit. */
export interface Item {
  /** The day of it, counted from today. */
  readonly days: number;
  readonly title: Both;
  readonly authority: string;
}

export interface Letter extends Item {
  readonly text: Both;
  readonly read?: boolean;
}

export interface Report extends Item {
  readonly status: keyof typeof statuses;
}

interface Company {
  readonly address: string;
  /** `dd-MM-yyyy` */
  readonly founded: string;
  readonly employees: string;
  readonly letters: readonly Letter[];
  readonly reports: readonly Report[];
  readonly permits: readonly Item[];
}

export const statuses = {
  draft: {text: {da: 'Kladde', en: 'Draft'}, tone: 'warning'},
  received: {text: {da: 'Modtaget', en: 'Received'}, tone: 'info'},
  approved: {text: {da: 'Godkendt', en: 'Approved'}, tone: 'success'},
} as const satisfies Record<string, {text: Both; tone: Tone}>;

const owners: Letter = {
  days: -1,
  authority: 'Erhvervsstyrelsen',
  title: {da: 'Bekræft jeres reelle ejere', en: 'Confirm your beneficial owners'},
  text: {
    da: 'En gang om året skal I kontrollere, at oplysningerne om reelle ejere er rigtige. Svar senest om 14 dage.',
    en: 'Once a year you must check that what is registered about beneficial owners is right. Reply within 14 days.',
  },
};

const inspection: Letter = {
  days: -4,
  authority: 'Arbejdstilsynet',
  title: {da: 'Varsel om tilsynsbesøg', en: 'Notice of an inspection'},
  text: {
    da: 'Vi kommer på besøg inden for de næste seks måneder. Hav jeres arbejdspladsvurdering klar.',
    en: 'We will visit you within the next six months. Please have your workplace assessment ready.',
  },
};

const receipt: Letter = {
  days: -12,
  authority: 'Skattestyrelsen',
  title: {da: 'Kvittering for indberetning til eIndkomst', en: 'Receipt for your report to eIndkomst'},
  text: {
    da: 'Vi har modtaget jeres indberetning. I behøver ikke at gøre mere.',
    en: 'We have received your report. There is nothing more for you to do.',
  },
  read: true,
};

const payroll: Report = {
  days: -2,
  authority: 'Skattestyrelsen',
  title: {da: 'Løn til eIndkomst', en: 'Payroll to eIndkomst'},
  status: 'draft',
};

const byCvr: Record<string, Company> = {
  [companies.bakery.cvr]: {
    address: 'Havnegade 12, 5700 Svendborg',
    founded: '03-03-2014',
    employees: '10–19',
    letters: [owners, inspection, receipt],
    reports: [
      payroll,
      {
        days: -40,
        authority: 'Miljøstyrelsen',
        title: {da: 'Emballage, årlig mængde', en: 'Packaging, yearly amount'},
        status: 'approved',
      },
    ],
    permits: [
      {
        days: 45,
        authority: 'Svendborg Kommune',
        title: {da: 'Udeservering på Havnepladsen', en: 'Outdoor serving at Havnepladsen'},
      },
      {
        days: 420,
        authority: 'Fødevarestyrelsen',
        title: {da: 'Økologikontrol', en: 'Organic certification'},
      },
    ],
  },
  [companies.machines.cvr]: {
    address: 'Industrivej 40, 8600 Silkeborg',
    founded: '01-10-1987',
    employees: '200–499',
    letters: [inspection, {...owners, days: -6}, receipt],
    reports: [
      {
        days: -1,
        authority: 'Danmarks Statistik',
        title: {da: 'Intrastat, eksport', en: 'Intrastat, exports'},
        status: 'draft',
      },
      {...payroll, days: -20, status: 'approved'},
    ],
    permits: [
      {
        days: 210,
        authority: 'Silkeborg Kommune',
        title: {da: 'Miljøgodkendelse, overfladebehandling', en: 'Environmental permit, surface treatment'},
      },
    ],
  },
  [companies.boats.cvr]: {
    address: 'Strandvejen 3, 5970 Ærøskøbing',
    founded: '20-05-2019',
    employees: '2–4',
    letters: [{...owners, days: -2, read: true}, receipt],
    reports: [payroll],
    permits: [
      {
        days: 30,
        authority: 'Ærø Kommune',
        title: {da: 'Brug af kommunens havneplads', en: 'Use of the municipal quay'},
      },
    ],
  },
};

/** What the apps show of the company of the person signed in. */
export function companyShown(): Company {
  const company = byCvr[signedIn()?.cvr ?? ''];
  if (!company) throw new Error('Nobody is signed in.');
  return company;
}
