import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import {leaveOutChange, noteChange} from '../../http/audit.ts';
import {refuse} from '../../http/fields.ts';
import {content, created, list, ok, receipt} from '../../http/reply.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {type Interface, operationsFor, type Parameter} from '../../operations/operation.ts';
import {cvrInPath, flag, wholeNumber} from '../../operations/parameters.ts';
import type {CurrentPortal} from '../../portal/portal.ts';
import {Problem, statusSchema} from '../../problem.ts';
import {dateFormat, datePattern, parseDate, today} from '../../time/dates.ts';
import {formatRfc3339} from '../../time/datetime.ts';
import type {CompanyCalendar, CompanyFrist} from '../company-calendar.ts';
import {reminder, writeDeadline} from '../feed/feed.ts';
import type {Subscriptions} from '../feed/subscriptions.ts';
import {parseFristId} from '../records.ts';
import {
  companyFristItemSchema,
  companyFristListSchema,
  subscriptionSchema,
  subscriptionState,
  toCompanyItem,
  toCompanyItemText,
} from '../responses.ts';

/** The body of PUT on a company's deadline (interface E). */
const markSchema = z
  .object({
    isLaest: flag().optional().describe('Whether the company has read the deadline.'),
    isSlettet: flag().optional().describe('Whether the company has hidden the deadline.'),
  })
  .meta({id: 'Maerker'});

const maxAntal = 100;

const day = (description: string, example: string) =>
  z
    .string()
    .meta({pattern: datePattern.source})
    .transform((text, context) => parseDate(text) ?? refuse(context, `Must be ${dateFormat}.`))
    .optional()
    .meta({description, example});

const companyQuery = z.object({
  fra: day('First date, `dd-MM-yyyy`. Default: today.', '01-01-2099'),
  til: day('Last date, `dd-MM-yyyy`. Default: no last date.', '31-12-2099'),
  slettede: flag()
    .default(false)
    .meta({description: 'Whether to include hidden deadlines. Default: false.', example: true}),
  antal: wholeNumber(1, maxAntal)
    .optional()
    .meta({description: 'Maximum number of deadlines. Default: all.', example: 3}),
});

export interface CompanyServices {
  readonly calendar: CompanyCalendar;
  readonly subscriptions: Subscriptions;
  readonly portal: CurrentPortal;
  /** The service's public URL, for links in responses. */
  readonly publicUrl: string;
}

const company = '/calendar/1/virksomheder/{cvr}';
const cvr = cvrInPath('CVR number of the company, which the token must name.', '12345674');
const idParameter: Parameter = {
  name: 'id',
  in: 'path',
  description: 'Number of the deadline.',
  schema: companyFristItemSchema.shape.fristId,
  example: 1,
};
const anotherCompany = {403: 'The token is not for that company.'};
const unknownDeadline = {404: 'The company has no deadline with that number.'};

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

const operation = operationsFor<CompanyServices, string>();

/** Interface E, which `docs/reference/api-calendar.md` documents. Its party is the CVR number of the company. */
export const companyInterface: Interface<'token', CompanyServices, string> = {
  letter: 'E',
  caller: 'token',
  changeOf: ({cvr = '', id = 'abonnement'}) => ({onBehalfOf: hasCvrForm(cvr) ? cvr : undefined, id}),
  authorise({cvrs, noCompany}, {cvr = ''}) {
    if (cvrs.includes(cvr)) return cvr;
    throw noCompany ?? new Problem(403, 'The token is not for the company in the URL.');
  },
  tag: 'Calendar of a company',
  description: 'Interface E: the deadlines that a company has received, and its calendar link.',
  operations: [
    operation({
      id: 'hentVirksomhedensFrister',
      method: 'get',
      path: `${company}/frister`,
      summary: 'List the deadlines of a company',
      description: 'Returns the deadlines that the company has received, by date, then by number.',
      parameters: [cvr],
      query: companyQuery,
      response: {
        status: 200,
        description: 'The deadlines.',
        headers: ['ETag'],
        schema: companyFristListSchema,
        example: [item],
      },
      refusals: {400: 'A parameter is given twice or invalid.', ...anotherCompany},
      handle({party, query: {fra = today(), til, slettede, antal}}, {calendar, portal}) {
        const days = {fra, til};
        return list({
          pages: () => calendar.list(party, days, slettede, antal),
          versions: () => calendar.versions(party, days),
          basis: portal().digest,
          toText: frist => toCompanyItemText(frist, portal()),
        });
      },
    }),
    operation({
      id: 'hentVirksomhedensFrist',
      method: 'get',
      path: `${company}/frister/{id}`,
      summary: 'Read a deadline of a company',
      description:
        'Returns one deadline that the company has received, also if it is hidden or past. A withdrawn deadline returns 404.',
      parameters: [cvr, idParameter],
      response: {
        status: 200,
        description: 'The deadline with its marks.',
        headers: ['ETag'],
        schema: companyFristItemSchema,
        example: item,
      },
      refusals: {...anotherCompany, ...unknownDeadline},
      async handle({party, params}, {calendar, portal}) {
        return ok(toCompanyItem(await find(params.id, id => calendar.get(party, id)), portal()));
      },
    }),
    operation({
      id: 'hentVirksomhedensFristSomKalender',
      method: 'get',
      path: `${company}/frister/{id}/kalender.ics`,
      summary: 'Read a deadline of a company as iCalendar',
      description:
        'Returns one deadline as iCalendar (RFC 5545), for a person who adds it to a calendar. Its UID is that of the calendar feed.',
      parameters: [cvr, idParameter],
      query: z.object({paamindelse: reminder('the deadline')}),
      response: {
        status: 200,
        description: 'A calendar with the deadline.',
        headers: ['ETag'],
        type: 'text/calendar',
        example: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n',
      },
      refusals: {400: '`paamindelse` is invalid.', ...anotherCompany, ...unknownDeadline},
      async handle({party, params, query: {paamindelse}}, {calendar, portal}) {
        const found = await find(params.id, id => calendar.get(party, id));
        return content('text/calendar; charset=utf-8', writeDeadline(party, found, portal(), paamindelse), {
          headers: {'Content-Disposition': `attachment; filename="frist-${found.frist.fristId}.ics"`},
        });
      },
    }),
    operation({
      id: 'maerkFrist',
      method: 'put',
      path: `${company}/frister/{id}`,
      summary: 'Mark a deadline as read or hidden',
      description: 'Sets the marks that the body names. An omitted mark stays as it is.',
      parameters: [cvr, idParameter],
      body: {schema: markSchema, maxBytes: bounds.maxMarkBytes, example: {isLaest: true}},
      response: {
        status: 200,
        description: 'The deadline with its marks.',
        schema: companyFristItemSchema,
        example: item,
      },
      refusals: {...anotherCompany, ...unknownDeadline},
      async handle({context, party, params, body: marks}, {calendar, portal}) {
        noteChange(context, {changed: Object.keys(marks)});
        const marked = await find(params.id, id => calendar.mark(party, id, marks));
        if (!marked.isChanged) leaveOutChange(context);
        return ok(toCompanyItem(marked, portal()));
      },
    }),
    operation({
      id: 'opretAbonnement',
      method: 'post',
      path: `${company}/abonnement`,
      summary: 'Create the calendar link',
      description: 'Creates a new calendar link. The previous link stops working.',
      parameters: [cvr],
      response: {
        status: 201,
        description: 'The new URL.',
        headers: ['Location'],
        schema: subscriptionSchema,
        example: {
          url: 'https://tavle.example.dk/calendar/1/abonnementer/uVQ0Zc2m4b8nYx1tK7sJr3pLwE6hGdFaTqBvCyXoIiM.ics',
        },
      },
      refusals: anotherCompany,
      async handle({party}, {subscriptions, publicUrl}) {
        const url = `${publicUrl}/calendar/1/abonnementer/${await subscriptions.renew(party)}.ics`;
        return created({url}, url);
      },
    }),
    operation({
      id: 'hentAbonnement',
      method: 'get',
      path: `${company}/abonnement`,
      summary: 'Read when the calendar link was created',
      description: 'Returns when the link was created. The link itself is only returned by the POST.',
      parameters: [cvr],
      response: {
        status: 200,
        description: 'The company has a link.',
        headers: ['ETag'],
        schema: subscriptionState,
        example: {oprettet: '2026-11-22T14:00:00+01:00'},
      },
      refusals: {...anotherCompany, 404: 'The company has no link.'},
      async handle({party}, {subscriptions}) {
        const createdAt = await subscriptions.createdAt(party);
        if (createdAt === undefined) throw new Problem(404, 'The company has no calendar link.');
        return ok({oprettet: formatRfc3339(createdAt)});
      },
    }),
    operation({
      id: 'sletAbonnement',
      method: 'delete',
      path: `${company}/abonnement`,
      summary: 'Revoke the calendar link',
      description: 'The link stops working. The response is the same if the company has no link.',
      parameters: [cvr],
      response: {
        status: 200,
        description: 'The link has been revoked.',
        schema: statusSchema,
        example: {status: 'OK', code: 200},
      },
      refusals: anotherCompany,
      async handle({party}, {subscriptions}) {
        await subscriptions.withdraw(party);
        return receipt();
      },
    }),
  ],
};

/** @throws {Problem} 404 when the company does not have that deadline, or the text cannot be an id. */
async function find<Found extends CompanyFrist>(
  text: string | undefined,
  read: (id: number) => Promise<Found | undefined>,
): Promise<Found> {
  const id = parseFristId(text);
  const frist = id === undefined ? undefined : await read(id);
  if (!frist) throw new Problem(404, 'The company has no deadline with that id.');
  return frist;
}
