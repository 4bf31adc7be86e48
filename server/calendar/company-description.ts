import {z} from 'zod';

import type {Description, Parameter} from '../openapi/operation.ts';
import {cvrInPath} from '../openapi/parameters.ts';
import {datePattern} from '../time/dates.ts';
import {companyFristItem, subscriptionSchema} from './answers.ts';
import {mostReminderDays} from './feed-routes.ts';
import {markSchema, maxAntal} from './company-schema.ts';

const company = '/calendar/1/virksomheder/{cvr}';
const cvr = cvrInPath('CVR number of the company, which the token must name.', '12345674');
const id: Parameter = {
  name: 'id',
  in: 'path',
  meaning: 'Number of the deadline.',
  schema: companyFristItem.shape.fristId,
  example: 1,
};
const anotherCompany = {403: 'The token is not for that company.'};
const unknownDeadline = {404: 'The company has no deadline with that number.'};

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
  tag: 'Calendar of a company',
  meaning: 'Interface E: the deadlines that a company has received, and its calendar feed.',
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
      summary: 'List the deadlines of a company',
      description: 'Returns the deadlines that the company has received, by date, then by number.',
      caller: 'token',
      parameters: [
        cvr,
        day('fra', 'First date, `dd-MM-yyyy`. Default: today.', '01-01-2099'),
        day('til', 'Last date, `dd-MM-yyyy`. Default: no last date.', '31-12-2099'),
        {
          name: 'slettede',
          in: 'query',
          meaning: 'Whether to include hidden deadlines. Default: false.',
          schema: z.boolean(),
          example: true,
        },
        {
          name: 'antal',
          in: 'query',
          meaning: 'Maximum number of deadlines: the first ones. Default: all.',
          schema: z.int().min(1).max(maxAntal),
          example: 3,
        },
      ],
      answer: {
        status: 200,
        meaning: 'The deadlines.',
        headers: ['ETag'],
        schema: 'VirksomhedensFrister',
        example: [item],
      },
      refusals: {400: 'A parameter is given twice or invalid.', ...anotherCompany},
    },
    {
      id: 'hentVirksomhedensFrist',
      method: 'get',
      path: `${company}/frister/{id}`,
      summary: 'Read a deadline of a company',
      description: 'Returns one deadline that the company has received, also a hidden one.',
      caller: 'token',
      parameters: [cvr, id],
      answer: {
        status: 200,
        meaning: 'The deadline with its marks.',
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
      summary: 'Mark a deadline as read or hidden',
      description: 'Sets the marks that the body names. An omitted mark stays as it is.',
      caller: 'token',
      parameters: [cvr, id],
      body: {schema: 'Maerker', example: {isLaest: true}},
      answer: {
        status: 200,
        meaning: 'The deadline with its marks.',
        schema: 'VirksomhedensFrist',
        example: item,
      },
      refusals: {...anotherCompany, ...unknownDeadline},
    },
    {
      id: 'opretAbonnement',
      method: 'post',
      path: `${company}/abonnement`,
      summary: 'Create the link of the calendar feed',
      description: 'Creates a new secret URL for calendar apps. The former URL stops working.',
      caller: 'token',
      parameters: [cvr],
      answer: {
        status: 201,
        meaning: 'The new URL.',
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
      summary: 'Revoke the link of the calendar feed',
      description: 'Makes the secret URL stop working. Without a link, nothing happens.',
      caller: 'token',
      parameters: [cvr],
      answer: {
        status: 200,
        meaning: 'The link has been revoked.',
        schema: 'Kvittering',
        example: {status: 'OK', code: 200},
      },
      refusals: anotherCompany,
    },
    {
      id: 'hentKalender',
      method: 'get',
      path: '/calendar/1/abonnementer/{hemmelighed}.ics',
      summary: 'Read the calendar feed',
      description:
        'Returns the deadlines of a company as iCalendar (RFC 5545), for calendar apps: anyone who has the URL may read it. Hidden deadlines ' +
        'are left out.',
      caller: 'anyone',
      parameters: [
        {
          name: 'hemmelighed',
          in: 'path',
          meaning: 'Secret part of the URL.',
          schema: z.string().meta({pattern: '^[\\w-]{43}$'}),
          example: 'uVQ0Zc2m4b8nYx1tK7sJr3pLwE6hGdFaTqBvCyXoIiM',
        },
        {
          name: 'paamindelse',
          in: 'query',
          meaning: 'Number of days before each deadline at which to remind. Default: no reminder.',
          schema: z.int().min(1).max(mostReminderDays),
          example: 7,
        },
      ],
      answer: {
        status: 200,
        meaning: 'The calendar.',
        headers: ['ETag'],
        type: 'text/calendar',
        example: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n',
      },
      refusals: {
        400: '`paamindelse` is invalid.',
        404: 'There is no calendar feed at that URL.',
        429: 'Too many requests in a minute, for this feed or for wrong URLs from the same IP address.',
        503: 'The store cannot be reached at the moment.',
      },
    },
  ],
};
