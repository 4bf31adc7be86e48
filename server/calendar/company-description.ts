import {z} from 'zod';

import type {Description, Parameter} from '../openapi/operation.ts';
import {cvrInPath} from '../openapi/parameters.ts';
import {datePattern} from '../time/dates.ts';
import {companyFristItem, subscriptionSchema} from './answers.ts';
import {mostReminderDays} from './feed-routes.ts';
import {markSchema, maxAntal} from './company-schema.ts';

const company = '/calendar/1/virksomheder/{cvr}';
const cvr = cvrInPath('Virksomhedens CVR-nummer: det i tokenet.', '12345674');
const id: Parameter = {
  name: 'id',
  in: 'path',
  meaning: 'Fristens nummer.',
  schema: companyFristItem.shape.fristId,
  example: 1,
};
const anotherCompany = {403: 'Tokenet taler ikke for den virksomhed.'};
const unknownDeadline = {404: 'Virksomheden har ingen frist med det nummer.'};

const day = (name: string, meaning: string, example: string): Parameter => ({
  name,
  in: 'query',
  meaning,
  schema: z.string().meta({pattern: datePattern.source}),
  example,
});

const item = {
  fristId: 1,
  afsenderCvr: '19552101',
  afsenderNavn: 'Skattestyrelsen',
  fristDato: '01-09-2099',
  overskrift: 'Moms for 2. kvartal',
  beskrivelse: '<p>Indberet og betal <b>moms</b>.</p>',
  isLaest: true,
  isSlettet: false,
};

/** Interface E. */
export const companyDescription: Description = {
  tag: 'Virksomhedens kalender',
  meaning: 'De frister, en virksomhed har fået, og dens abonnement fra et kalenderprogram.',
  schemas: {
    VirksomhedensFrist: companyFristItem,
    VirksomhedensFrister: z.array(companyFristItem),
    Maerker: markSchema,
    Abonnement: subscriptionSchema,
  },
  operations: [
    {
      id: 'hentVirksomhedensFrister',
      method: 'get',
      path: `${company}/frister`,
      summary: 'Hent virksomhedens frister, efter dato',
      caller: 'token',
      parameters: [
        cvr,
        day('fra', 'Den første dag, `dd-MM-yyyy`; ellers i dag.', '01-01-2099'),
        day('til', 'Den sidste dag, `dd-MM-yyyy`; ellers alle dage.', '31-12-2099'),
        {
          name: 'slettede',
          in: 'query',
          meaning: 'Om de skjulte skal med; ellers false.',
          schema: z.boolean(),
          example: true,
        },
        {
          name: 'antal',
          in: 'query',
          meaning: 'Kun de første, så mange; ellers alle.',
          schema: z.int().min(1).max(maxAntal),
          example: 3,
        },
      ],
      answer: {
        status: 200,
        meaning: 'Fristerne, efter dato og nummer.',
        headers: ['ETag'],
        schema: 'VirksomhedensFrister',
        example: [item],
      },
      refusals: {400: 'En dato, slettede eller antal er skrevet forkert.', ...anotherCompany},
    },
    {
      id: 'hentVirksomhedensFrist',
      method: 'get',
      path: `${company}/frister/{id}`,
      summary: 'Hent en af virksomhedens frister, også en skjult',
      caller: 'token',
      parameters: [cvr, id],
      answer: {
        status: 200,
        meaning: 'Fristen med sine mærker.',
        headers: ['ETag'],
        schema: 'VirksomhedensFrist',
        example: item,
      },
      refusals: {...anotherCompany, ...unknownDeadline},
    },
    {
      id: 'maerkFrist',
      method: 'put',
      path: `${company}/frister/{id}`,
      summary: 'Mærk en frist som læst eller skjult',
      caller: 'token',
      parameters: [cvr, id],
      body: {schema: 'Maerker', example: {isLaest: true}},
      answer: {
        status: 200,
        meaning: 'Fristen med sine mærker.',
        schema: 'VirksomhedensFrist',
        example: item,
      },
      refusals: {...anotherCompany, ...unknownDeadline},
    },
    {
      id: 'opretAbonnement',
      method: 'post',
      path: `${company}/abonnement`,
      summary: 'Få en ny, hemmelig adresse til kalenderprogrammer; den gamle holder op med at virke',
      caller: 'token',
      parameters: [cvr],
      answer: {
        status: 201,
        meaning: 'Den nye adresse.',
        headers: ['Location'],
        schema: 'Abonnement',
        example: {
          url: 'https://tavle.example.dk/calendar/1/abonnementer/uVQ0Zc2m4b8nYx1tK7sJr3pLwE6hGdFaTqBvCyXoIiM.ics',
        },
      },
      refusals: anotherCompany,
    },
    {
      id: 'sletAbonnement',
      method: 'delete',
      path: `${company}/abonnement`,
      summary: 'Luk for adressen til kalenderprogrammer',
      caller: 'token',
      parameters: [cvr],
      answer: {
        status: 200,
        meaning: 'Adressen virker ikke længere.',
        schema: 'Kvittering',
        example: {status: 'OK', code: 200},
      },
      refusals: anotherCompany,
    },
    {
      id: 'hentKalender',
      method: 'get',
      path: '/calendar/1/abonnementer/{hemmelighed}.ics',
      summary: 'Hent virksomhedens frister som iCalendar (RFC 5545)',
      caller: 'anyone',
      parameters: [
        {
          name: 'hemmelighed',
          in: 'path',
          meaning: 'Den hemmelige del af adressen.',
          schema: z.string().meta({pattern: '^[\\w-]{43}$'}),
          example: 'uVQ0Zc2m4b8nYx1tK7sJr3pLwE6hGdFaTqBvCyXoIiM',
        },
        {
          name: 'paamindelse',
          in: 'query',
          meaning: 'Påmindelse så mange dage før hver frist.',
          schema: z.int().min(1).max(mostReminderDays),
          example: 7,
        },
      ],
      answer: {
        status: 200,
        meaning: 'Kalenderen.',
        headers: ['ETag'],
        type: 'text/calendar',
        example: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n',
      },
      refusals: {
        400: 'paamindelse er skrevet forkert.',
        404: 'Intet abonnement på den adresse.',
        429: 'For mange kald på et minut: af denne kalender, eller af forkerte adresser fra samme sted.',
        503: 'Lageret kan ikke nås lige nu.',
      },
    },
  ],
};
