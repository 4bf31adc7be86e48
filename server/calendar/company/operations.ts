/* Interface E, in which persons read and mark deadlines, for the table of `interfaces.ts`. Add an operation to
 * `companyInterface`, and a field of responses in `responses.ts`; then run `npm run docs`. Elements and other clients
 * use the present paths, keys and status codes: keep them. A person must reach only their own companies
 * (`authorise`). */

import type {Context} from 'koa';
import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import {forCompanies, leaveOutChange, noteChange, recordChange} from '../../http/audit.ts';
import {toProblem} from '../../http/errors.ts';
import {csv, wantsCsv} from '../../http/csv.ts';
import {expected, listOf} from '../../http/fields.ts';
import {hasPrecondition, tagsOf} from '../../http/etag.ts';
import {content, list, ok} from '../../http/reply.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {type Person, requireCompanies, requireCompany} from '../../identity/token.ts';
import {type Interface, operationsFor} from '../../operations/operation.ts';
import {cvrInPath, flag, optionalDate, wholeNumber} from '../../operations/parameters.ts';
import type {CurrentPortal} from '../../portal/portal.ts';
import {Problem} from '../../problem.ts';
import {type IsoDate, today} from '../../time/dates.ts';
import type {CompanyCalendar} from '../company-calendar.ts';
import type {OnChange} from '../mark-writer.ts';
import type {Reader, SharedFrist} from '../mark-reader.ts';
import {namedCompanies} from '../personal/companies.ts';
import {reminder, writeDeadline} from '../feed/feed.ts';
import {parseFristId} from '../records.ts';
import {
  companyFristItemSchema,
  companyFristListSchema,
  csvColumns,
  exampleItem,
  fristIdInPath,
  markedFristListSchema,
  sharedFristListSchema,
  sharedFristSchema,
  toCompanyItem,
  toCompanyItemText,
  toCsvRows,
  toMarkedItem,
  toSharedItem,
  toSharedItemText,
} from '../responses.ts';

/** The body of PUT on a company's deadline (interface E). */
const marksShape = z.object({
  isLaest: flag().optional().describe('Whether the caller has read the deadline, of whichever company.'),
  isSlettet: flag().optional().describe('Whether the company has hidden the deadline.'),
  isKlaret: flag().optional().describe('Whether the company has marked the deadline as done.'),
});
const markSchema = marksShape.meta({id: 'Maerker'});

/** The body of PUT on a deadline of several companies. */
const sharedMarkSchema = marksShape
  .extend({
    virksomheder: namedCompanies
      .optional()
      .describe(
        'CVR numbers of the companies to mark. Default: all companies of the caller that have received the deadline.',
      ),
  })
  .meta({id: 'FaellesMaerker'});

/** A deadline in {@link severalMarksSchema}. */
const markedFristSchema = z
  .object(
    {
      fristId: z.int(expected('a whole number')).describe('Number of the deadline.'),
      virksomheder: namedCompanies.describe('CVR numbers of the companies to mark.'),
      ...marksShape.shape,
      kunEgne: flag()
        .optional()
        .describe(
          'Whether to set `isSlettet` and `isKlaret` to false only where the caller has set them to true, for an undo.',
        ),
    },
    expected('an object'),
  )
  .meta({id: 'FristMaerker'});

/** The body of PUT on the marks of several deadlines. */
const severalMarksSchema = z
  .object({
    frister: listOf(markedFristSchema, 'a list of deadlines', bounds.maxMarkedDeadlines)
      .refine(
        frister =>
          frister.reduce((sum, {virksomheder}) => sum + virksomheder.length, 0) <= bounds.maxMarkedCompanies,
        `Must have at most ${bounds.maxMarkedCompanies} companies in all.`,
      )
      .describe('The deadlines, each with its companies and marks.'),
  })
  .meta({id: 'FlereMaerker'});

const maxAntal = 100;

const companyQuery = z.object({
  fra: optionalDate('First date, `dd-MM-yyyy`. Default: today.', '01-01-2099'),
  til: optionalDate('Last date, `dd-MM-yyyy`. Default: no last date.', '31-12-2099'),
  slettede: flag()
    .default(false)
    .meta({description: 'Whether to include hidden deadlines. Default: false.', example: true}),
  klarede: flag()
    .default(true)
    .meta({description: 'Whether to include deadlines that are done. Default: true.', example: true}),
  antal: wholeNumber(1, maxAntal)
    .optional()
    .meta({description: 'Maximum number of deadlines. Default: all.', example: 3}),
});

const sharedQuery = companyQuery.extend({
  cvr: z
    .array(z.string())
    .max(bounds.maxTokenCompanies, `Must name at most ${bounds.maxTokenCompanies} companies.`)
    .optional()
    .meta({
      description:
        'CVR number of a company of the caller; repeat the parameter for each company. Default: all companies of the token.',
      example: ['12345674'],
    }),
});

export interface CompanyServices {
  readonly calendar: CompanyCalendar;
  /** See `createFollower`. */
  readonly follow: (person: Person) => Promise<void> | undefined;
  readonly portal: CurrentPortal;
}

const company = '/calendar/1/virksomheder/{cvr}';
const shared = '/calendar/1/mine/frister';
const cvr = cvrInPath('CVR number of the company, which the token must name.', '12345674');
const anotherCompany = {403: 'The token is not for that company.'};
const unknownCompany = {403: 'The token names no company, or not all of those that the request names.'};
const unknownDeadline = {404: 'The company has no deadline with that number.'};

const marks = {isLaest: true, isSlettet: false, slettet: null, isKlaret: false, klaret: null};
const item = {...exampleItem, ...marks};
const sharedItem = {
  ...exampleItem,
  virksomheder: [
    {
      ...{cvr: '12345674', ...marks, isKlaret: true},
      klaret: {tid: '2099-08-28T10:15:00+02:00', navn: 'Anna Sørensen'},
    },
    {cvr: '44556677', ...marks},
  ],
};

const {beskrivelse: _, ...markedItem} = {...sharedItem, virksomheder: sharedItem.virksomheder.slice(0, 1)};

const operation = operationsFor<CompanyServices, Reader>();

/**
 * Interface E, which `docs/reference/api-calendar.md` documents. Its party is the person, with the company in the path or with all companies of
 * the token.
 */
export const companyInterface: Interface<'token', CompanyServices, Reader> = {
  letter: 'E',
  caller: 'token',
  changeOf: ({cvr = '', id}) => ({onBehalfOf: hasCvrForm(cvr) ? cvr : undefined, id}),
  authorise(person, {cvr}) {
    requireCompany(person, cvr);
    const {owner, name, cvrs} = person;
    return {owner, name, cvrs: cvr === undefined ? [...new Set(cvrs)] : [cvr]};
  },
  beforeEach: (person, {follow}) => follow(person),
  tag: 'Calendar of a company',
  description: 'Interface E: the deadlines that the companies of a person have received.',
  operations: [
    operation('hentVirksomhedensFrister', 'get', `${company}/frister`, {
      summary: 'List the deadlines of a company',
      description: 'Returns the deadlines that the company has received, by date, then by number.',
      parameters: [cvr],
      query: companyQuery,
      response: {description: 'The deadlines.', schema: companyFristListSchema, example: [item]},
      refusals: {400: 'A parameter is invalid or given twice.', ...anotherCompany},
      handle({party, query}, {calendar}) {
        const reading = calendar.read(party, daysOf(query));
        return list({
          pages: () => reading.list(shownBy(query)),
          versions: () => reading.versions(shownBy(query)),
          toText: toCompanyItemText,
        });
      },
    }),
    operation('hentFaellesFrister', 'get', shared, {
      summary: 'List the deadlines of all companies of the caller',
      description:
        'Returns the deadlines that the companies have received, by date, then by number. Each deadline is in the list once, with its companies and their ' +
        'marks. `slettede` and `klarede` apply to each company of a deadline. If they exclude all its companies, the list omits the deadline. With ' +
        '`Accept: text/csv`, the response is a file for spreadsheets with a row for each deadline and company, without `beskrivelse`.',
      query: sharedQuery,
      response: {
        description: 'The deadlines.',
        schema: sharedFristListSchema,
        example: [{...sharedItem, virksomheder: sharedItem.virksomheder.slice(0, 1)}],
        csv: csvColumns,
      },
      refusals: {400: 'A parameter is invalid or given twice.', ...unknownCompany},
      handle({context, party, query}, {calendar}) {
        requireCompanies(party, [['cvr', query.cvr]]);
        const asked = new Set(query.cvr);
        const cvrs = asked.size ? party.cvrs.filter(cvr => asked.has(cvr)) : party.cvrs;
        const reading = calendar.read({...party, cvrs}, daysOf(query));
        const content = {
          pages: () => reading.list(shownBy(query)),
          versions: () => reading.versions(shownBy(query)),
          basis: cvrs.join(),
          ...reading.length,
        };
        if (wantsCsv(context))
          return csv({...content, name: 'frister.csv', columns: csvColumns, toRows: toCsvRows});
        return list({...content, toText: toSharedItemText});
      },
    }),
    operation('maerkFaellesFrist', 'put', `${shared}/{id}`, {
      summary: 'Mark a deadline of several companies as read, hidden or done',
      description:
        'Sets the marks that the body names for the companies in `virksomheder`. Without `virksomheder`: for all companies of the caller that have received the deadline. ' +
        'An omitted mark stays as it is. `isLaest` belongs to the caller and is the same for all companies. A repeated request changes nothing more, ' +
        'so a request that failed can be sent again.',
      parameters: [fristIdInPath],
      body: {
        schema: sharedMarkSchema,
        maxBytes: bounds.maxMarkBytes,
        example: {virksomheder: ['12345674'], isKlaret: true},
      },
      response: {
        description: 'The deadline with all companies of the caller that have received it, and their marks.',
        schema: sharedFristSchema,
        example: sharedItem,
      },
      refusals: {...unknownCompany, 404: 'None of the companies has a deadline with that number.'},
      companiesOf: ({cvrs}) => cvrs.length,
      async handle({context, party, params, body}, {calendar}) {
        const {virksomheder, ...changes} = body;
        noteChange(context, {changed: Object.keys(changes)});
        requireCompanies(party, [['virksomheder', virksomheder]]);
        const found = await find(params.id, id =>
          noteMarked(context, virksomheder ?? party.cvrs, onChange =>
            calendar.mark(party, id, changes, virksomheder, onChange),
          ),
        );
        return ok(toSharedItem(found));
      },
    }),
    operation('maerkFaellesFrister', 'put', '/calendar/1/mine/maerker', {
      summary: 'Mark several deadlines as read, hidden or done',
      description:
        'Sets marks of several deadlines: the body names the marks and companies of each. The response has no `beskrivelse`, and omits deadlines that none of ' +
        'these companies has. After an error, some of the marks may be set: send the request again.',
      body: {
        schema: severalMarksSchema,
        maxBytes: bounds.maxMarkBytes,
        example: {frister: [{fristId: 1, virksomheder: ['12345674'], isKlaret: true}]},
      },
      response: {
        description: 'The deadlines with the named companies that have received them, and their marks.',
        schema: markedFristListSchema,
        example: [markedItem],
      },
      refusals: unknownCompany,
      companiesOf: ({cvrs}) => cvrs.length,
      async handle({context, party, body: {frister: requests}}, {calendar}) {
        const names = requests.flatMap(({fristId: _, virksomheder: __, kunEgne: ___, ...changes}) =>
          Object.keys(changes),
        );
        noteChange(context, {
          ...forDeadlines(requests.map(({fristId}) => fristId)),
          changed: [...new Set(names)],
        });
        const named = [...new Set(requests.flatMap(({virksomheder}) => virksomheder))];
        requireCompanies(
          party,
          requests.map(({virksomheder}, index) => [`frister[${index}].virksomheder`, virksomheder]),
        );
        const wanted = requests.map(({fristId, virksomheder, ...marks}) => ({
          id: fristId,
          cvrs: [...new Set(virksomheder)],
          marks,
        }));
        const frister = await noteMarked(context, named, onChange =>
          calendar.markAll(party, wanted, onChange),
        );
        return ok(frister.map(toMarkedItem));
      },
    }),
    operation('hentVirksomhedensFrist', 'get', `${company}/frister/{id}`, {
      summary: 'Read a deadline of a company',
      description:
        'Returns one deadline that the company has received, also if it is hidden or past. A withdrawn deadline returns 404.',
      parameters: [cvr, fristIdInPath],
      response: {description: 'The deadline with its marks.', schema: companyFristItemSchema, example: item},
      refusals: {...anotherCompany, ...unknownDeadline},
      async handle({party, params}, {calendar}) {
        return ok(toCompanyItem(await find(params.id, id => calendar.get(party, id))));
      },
    }),
    operation('hentVirksomhedensFristSomKalender', 'get', `${company}/frister/{id}/kalender.ics`, {
      summary: 'Read a deadline of a company as iCalendar',
      description:
        'Returns one deadline as iCalendar (RFC 5545), for a person who adds it to a calendar. Its UID is the same as in the feed of a calendar link for this company alone.',
      parameters: [cvr, fristIdInPath],
      query: z.object({paamindelse: reminder('the deadline')}),
      response: {
        description: 'A calendar with the deadline.',
        type: 'text/calendar',
        example: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n',
      },
      refusals: {400: '`paamindelse` is invalid.', ...anotherCompany, ...unknownDeadline},
      async handle({party, params, query: {paamindelse}}, {calendar, portal}) {
        const found = await find(params.id, id => calendar.get(party, id));
        return content('text/calendar; charset=utf-8', writeDeadline(found, portal(), paamindelse), {
          headers: {'Content-Disposition': `attachment; filename="frist-${found.frist.fristId}.ics"`},
        });
      },
    }),
    operation('maerkFrist', 'put', `${company}/frister/{id}`, {
      summary: 'Mark a deadline as read, hidden or done',
      description: 'Sets the marks that the body names. An omitted mark stays as it is.',
      conditional: 'change',
      parameters: [cvr, fristIdInPath],
      body: {schema: markSchema, maxBytes: bounds.maxMarkBytes, example: {isLaest: true}},
      response: {description: 'The deadline with its marks.', schema: companyFristItemSchema, example: item},
      refusals: {...anotherCompany, ...unknownDeadline},
      async handle({context, party, params, body: changes, requireMatch}, {calendar}) {
        noteChange(context, {changed: Object.keys(changes)});
        const {cvrs} = party;
        const requireSame = (before: SharedFrist) => requireMatch(true, () => tagsOf(toCompanyItem(before)));
        const check = hasPrecondition(context) ? requireSame : undefined;
        const found = await find(params.id, id =>
          noteMarked(context, cvrs, onChange => calendar.mark(party, id, changes, cvrs, onChange, check)),
        );
        return ok(toCompanyItem(found));
      },
    }),
  ],
};

const daysOf = ({fra = today(), til}: {fra?: IsoDate | undefined; til?: IsoDate | undefined}) => ({fra, til});

const shownBy = ({slettede, klarede, antal}: z.output<typeof companyQuery>) => ({
  includeHidden: slettede,
  includeDone: klarede,
  maxItems: antal,
});

/** Returns the fields of an audit line that name deadlines. */
function forDeadlines(fristIds: readonly number[]) {
  const [first, ...others] = new Set(fristIds.map(String));
  return others.length ? {ids: [first ?? '', ...others]} : {id: first};
}

/**
 * Sets marks, and adds the deadlines and companies whose marks have changed to the audit line. A request that changes nothing has no line, except
 * one that finds no deadline.
 *
 * @param cvrs The companies of the request.
 */
async function noteMarked<Result>(
  context: Context,
  cvrs: readonly string[],
  mark: (onChange: OnChange) => Promise<Result>,
): Promise<Result> {
  const [ids, companies] = [new Set<number>(), new Set<string>()];
  const onChange: OnChange = (id, changed) => {
    ids.add(id);
    for (const cvr of changed) companies.add(cvr);
  };
  const result = await mark(onChange).catch(async (error: unknown) => {
    // Any of the marks may be set, so the line names all companies. It is a line of a change, not of a refused request.
    noteChange(context, forCompanies([...new Set(cvrs)]));
    if (ids.size) await recordChange(context, toProblem(error).code);
    throw error;
  });
  if (ids.size)
    noteChange(context, {ids: undefined, ...forDeadlines([...ids]), ...forCompanies([...companies])});
  else if (result !== undefined) leaveOutChange(context);
  return result;
}

/** Returns the deadline whose number is in the path. @throws {Problem} 404 when no company has it, or the text cannot be a number. */
async function find<Found extends SharedFrist>(
  text: string | undefined,
  read: (id: number) => Promise<Found | undefined>,
): Promise<Found> {
  const id = parseFristId(text);
  const frist = id === undefined ? undefined : await read(id);
  if (!frist) throw new Problem(404, 'No company of the request has a deadline with that id.');
  return frist;
}
