import {z} from 'zod';

import type {Cell} from '../http/csv.ts';
import {entityTag} from '../http/etag.ts';
import {webAddressPattern} from '../http/fields.ts';
import {cvrForm} from '../identity/cvr.ts';
import {memoize} from '../memoize.ts';
import type {Parameter} from '../operations/operation.ts';
import {datePattern, formatDate} from '../time/dates.ts';
import type {Recipient, SharedFrist} from './mark-reader.ts';
import type {DeadlineWithRecipients, Frist, MarkedBy} from './records.ts';

/* The wire formats of deadlines, for interfaces C and E. Add a field to a schema and to the function that writes it,
 * such as `fristItemSchema` and `toItem`, and a column to `csvColumns` and `toCsvRows`. Clients and the OpenAPI
 * document use the keys: keep the present ones. */

const text = (description: string) => z.string().describe(description);
const cvr = (description: string) => text(description).meta({pattern: cvrForm.source});
const flag = (description: string) => z.boolean().describe(description);

/** A deadline in a list (interface C). All schemas of this file are wire formats, which the OpenAPI document describes. */
export const fristItemSchema = z
  .object({
    fristId: z.int().min(1).describe('Number of the deadline, assigned by the service.'),
    afsenderCvr: cvr('CVR number of the authority.'),
    afsenderNavn: text('Name of the authority in the portal file at its last POST or PUT of the deadline.'),
    fristDato: text('Date of the deadline, `dd-MM-yyyy`.').meta({pattern: datePattern.source}),
    overskrift: text('Title of the deadline.'),
    beskrivelse: text("Description of the deadline: the authority's HTML, unchanged."),
    link: text('URL of the page where the company acts. Only if the authority has set one.')
      .meta({pattern: webAddressPattern})
      .optional(),
  })
  .meta({id: 'FristListepost'});

/** The number of a deadline in a path. */
export const fristIdInPath: Parameter = {
  name: 'id',
  in: 'path',
  description: 'Number of the deadline.',
  schema: fristItemSchema.shape.fristId,
  example: 1,
};

export const exampleItem: FristItem = {
  fristId: 1,
  afsenderCvr: '19552101',
  afsenderNavn: 'Skattestyrelsen',
  fristDato: '01-09-2099',
  overskrift: 'Moms for 2. kvartal',
  beskrivelse: '<p>Indberet og betal <b>moms</b>.</p>',
};

export const fristListSchema = z.array(fristItemSchema).meta({id: 'FristListe'});

/** The response to a POST. */
export const createdFristSchema = fristItemSchema
  .extend({antalModtagere: z.int().min(0).describe('Number of companies that received the deadline.')})
  .meta({id: 'FristOprettet'});

/** The response to a GET of one deadline. */
export const singleFristSchema = fristItemSchema
  .extend({modtagere: text('CVR numbers of the companies, separated by commas. Empty: all companies.')})
  .meta({id: 'FristLaest'});

/** The response to a PUT. */
export const updatedFristSchema = singleFristSchema
  .extend({
    isLaest: flag('Always false: authorities do not learn who has read the deadline.'),
    isSlettet: flag('Always false: authorities do not learn who has hidden the deadline.'),
  })
  .meta({id: 'FristRettet'});

/** A time in Denmark (RFC 3339). */
export const time = (description: string) =>
  text(description).meta({pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\+\\d{2}:\\d{2}$'});

const markedBy = z
  .object({
    tid: time('When the company was marked.'),
    navn: text('Name of the person who did it, if the token had one.').nullable(),
  })
  .meta({id: 'MarkeretAf'})
  .nullable();

/** The marks of a company and of the caller. */
const marks = {
  isLaest: flag('Whether the caller has read the deadline. It is the same for all companies.'),
  isSlettet: flag('Whether the company has hidden the deadline.'),
  isKlaret: flag('Whether the company has marked the deadline as done.'),
  slettet: markedBy.describe('Who hid the deadline, and when; null if it is not hidden.'),
  klaret: markedBy.describe('Who marked the deadline as done, and when; null if it is not done.'),
};

/** A company's deadline (interface E). */
export const companyFristItemSchema = fristItemSchema.extend(marks).meta({id: 'VirksomhedensFrist'});

/** A deadline of several companies (interface E). */
export const sharedFristSchema = fristItemSchema
  .extend({
    virksomheder: z
      .array(z.object({cvr: cvr('CVR number of the company.'), ...marks}).meta({id: 'MarkeretVirksomhed'}))
      .describe('The companies of the caller that have received the deadline.'),
  })
  .meta({id: 'FaellesFrist'});

/** The response to a PUT on several deadlines (interface E). */
export const markedFristListSchema = z
  .array(sharedFristSchema.omit({beskrivelse: true}).meta({id: 'MarkeretFrist'}))
  .meta({id: 'MarkeredeFrister'});

export const sharedFristListSchema = z.array(sharedFristSchema).meta({id: 'FaellesFrister'});

export const companyFristListSchema = z.array(companyFristItemSchema).meta({id: 'VirksomhedensFrister'});

export type FristItem = z.infer<typeof fristItemSchema>;
export type CreatedFrist = z.infer<typeof createdFristSchema>;
export type SingleFrist = z.infer<typeof singleFristSchema>;
export type UpdatedFrist = z.infer<typeof updatedFristSchema>;
export type CompanyFristItem = z.infer<typeof companyFristItemSchema>;
export type MarkedFristItem = z.infer<typeof markedFristListSchema>[number];
export type SharedFristItem = z.infer<typeof sharedFristSchema>;

/** A deadline in an authority's list. */
function toItem(frist: Frist): FristItem {
  const {fristId, afsenderCvr, afsenderNavn, fristDato, overskrift, beskrivelse, link} = frist;
  return {
    fristId,
    afsenderCvr,
    afsenderNavn,
    fristDato: formatDate(fristDato),
    overskrift,
    beskrivelse,
    ...(link !== undefined && {link}),
  };
}

/** The JSON of {@link toItem}: a deadline is serialized once for all callers. */
export const toItemText = memoize((frist: Frist) => JSON.stringify(toItem(frist)));

/** The response to a POST. @param companies The number of companies that a deadline to all reaches. */
export function toCreated(frist: Frist, companies: number): CreatedFrist {
  return {...toItem(frist), antalModtagere: frist.antal ?? companies};
}

/** The response to a GET of one deadline. */
export function toSingle({frist, recipients}: DeadlineWithRecipients): SingleFrist {
  const {beskrivelse, ...item} = toItem(frist);
  return {...item, modtagere: recipients?.join(',') ?? '', beskrivelse};
}

/**
 * Returns the entity tag of {@link toSingle} without reading the recipients, of which there may be a million. The delivery is enough:
 * its list of recipients never changes.
 */
export function tagOfSingle(frist: Frist): string {
  return entityTag(`${frist.delivery} ${toItemText(frist)}`);
}

/** Returns the size of the response with a deadline and its recipients in memory, in bytes: its text, and the copy of the connection. */
export function singleBytes({antal}: Frist): number {
  // A CVR number and a comma.
  return 2 * (antal ?? 0) * 9;
}

/** The response to a PUT. An authority has no marks, so both of them are false. */
export function toUpdated(own: DeadlineWithRecipients): UpdatedFrist {
  return {...toSingle(own), isLaest: false, isSlettet: false};
}

/** The JSON of a deadline in the calendar of its first company. */
export function toCompanyItemText({frist, isLaest, companies: [first]}: SharedFrist): string {
  return `${toItemText(frist).slice(0, -1)},${first ? marksText(isLaest, first) : ''}}`;
}

export const toCompanyItem = (frist: SharedFrist) => JSON.parse(toCompanyItemText(frist)) as CompanyFristItem;

/** The JSON of a deadline of several companies. */
export function toSharedItemText({frist, isLaest, companies}: SharedFrist): string {
  let texts = '';
  for (const company of companies) {
    // A CVR number needs no escaping.
    texts += `${texts && ','}{"cvr":"${company.cvr}",${marksText(isLaest, company)}}`;
  }
  return `${toItemText(frist).slice(0, -1)},"virksomheder":[${texts}]}`;
}

export const toSharedItem = (frist: SharedFrist) => JSON.parse(toSharedItemText(frist)) as SharedFristItem;

/** A deadline of several companies without its description, which may be long. */
export function toMarkedItem(shared: SharedFrist): MarkedFristItem {
  const {beskrivelse: _, ...item} = toSharedItem({...shared, frist: {...shared.frist, beskrivelse: ''}});
  return item;
}

/** The columns of a list as CSV. The description is left out: it is markup, and would be repeated for each company. */
export const csvColumns = [
  ...['fristId', 'fristDato', 'overskrift', 'afsenderCvr', 'afsenderNavn', 'link', 'cvr'],
  ...['isLaest', 'isSlettet', 'slettetTid', 'slettetNavn', 'isKlaret', 'klaretTid', 'klaretNavn'],
];

/** Returns the cells of {@link csvColumns} for each company of a deadline. */
export function toCsvRows({frist, isLaest, companies}: SharedFrist): Cell[][] {
  const {fristId, fristDato, overskrift, afsenderCvr, afsenderNavn, link} = toItem(frist);
  const date = {verbatim: fristDato};
  return companies.map(({cvr, isSlettet, slettet, klaret}) => [
    ...[fristId, date, overskrift, Number(afsenderCvr), afsenderNavn, link, Number(cvr)],
    ...[isLaest, isSlettet, slettet?.tid, slettet?.navn, klaret !== undefined, klaret?.tid, klaret?.navn],
  ]);
}

function marksText(isLaest: boolean, {isSlettet, slettet, klaret}: Recipient): string {
  // Most companies have no marks.
  if (!isSlettet && !klaret) return isLaest ? readText : unreadText;
  return `"isLaest":${isLaest},"isSlettet":${isSlettet},"slettet":${markedByText(slettet)},"isKlaret":${klaret !== undefined},"klaret":${markedByText(klaret)}`;
}

const unmarkedText = '"isSlettet":false,"slettet":null,"isKlaret":false,"klaret":null';
const [readText, unreadText] = [`"isLaest":true,${unmarkedText}`, `"isLaest":false,${unmarkedText}`];

const markedByText = (by: MarkedBy | undefined) =>
  by ? JSON.stringify({tid: by.tid, navn: by.navn ?? null}) : 'null';
