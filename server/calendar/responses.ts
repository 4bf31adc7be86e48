import {z} from 'zod';

import {cvrForm} from '../identity/cvr.ts';
import {memoize} from '../memoize.ts';
import type {Portal} from '../portal/portal.ts';
import {datePattern, formatDate} from '../time/dates.ts';
import type {CompanyFrist} from './company-calendar.ts';
import type {Frist} from './records.ts';

/* The wire formats of interfaces C and E. */

const text = (description: string) => z.string().describe(description);
const cvr = (description: string) => text(description).meta({pattern: cvrForm.source});
const flag = (description: string) => z.boolean().describe(description);

/** A deadline in a list (interface C). As all schemas here, it is the wire format, which the OpenAPI document describes. */
export const fristItemSchema = z
  .object({
    fristId: z.int().min(1).describe('Number of the deadline, assigned by the service.'),
    afsenderCvr: cvr('CVR number of the authority.'),
    afsenderNavn: text('Name of the authority.'),
    fristDato: text('Date of the deadline, `dd-MM-yyyy`.').meta({pattern: datePattern.source}),
    overskrift: text('Title of the deadline.'),
    beskrivelse: text("Description of the deadline: the authority's HTML, unchanged."),
    link: z
      .url()
      .optional()
      .describe('URL of the page where the company acts. Only if the authority has set one.'),
  })
  .meta({id: 'FristListepost'});

/** The response to a POST. */
export const fristListSchema = z.array(fristItemSchema).meta({id: 'FristListe'});

export const createdFristSchema = fristItemSchema
  .extend({
    antalModtagere: z.int().min(0).describe('Number of companies that received the deadline.'),
  })
  .meta({id: 'FristOprettet'});

/** The response to a GET of one. */
export const singleFristSchema = fristItemSchema
  .extend({
    modtagere: text('CVR numbers of the companies, separated by commas. Empty: all companies.'),
  })
  .meta({id: 'FristLaest'});

/** The response to a PUT. */
export const updatedFristSchema = singleFristSchema
  .extend({
    isLaest: flag('Always false: an update marks the deadline as unread.'),
    isSlettet: flag('Always false: an update shows a hidden deadline again.'),
  })
  .meta({id: 'FristRettet'});

/** A company's deadline (interface E). */
export const companyFristItemSchema = fristItemSchema
  .extend({
    isLaest: flag('Whether the company has read the deadline.'),
    isSlettet: flag('Whether the company has hidden the deadline.'),
  })
  .meta({id: 'VirksomhedensFrist'});

/** The URL of a company's feed. */
export const companyFristListSchema = z.array(companyFristItemSchema).meta({id: 'VirksomhedensFrister'});

export const subscriptionSchema = z
  .object({
    url: z.url().describe('Calendar link: the secret URL of the feed.'),
  })
  .meta({id: 'Abonnement'});

/** The state of a company's link, without the secret URL. */
export const subscriptionState = z
  .object({
    oprettet: z
      .string()
      .describe('When the link was created.')
      .meta({pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\+\\d{2}:\\d{2}$'}),
  })
  .meta({id: 'Abonnementsstatus'});

export type FristItem = z.infer<typeof fristItemSchema>;
export type CreatedFrist = z.infer<typeof createdFristSchema>;
export type SingleFrist = z.infer<typeof singleFristSchema>;
export type UpdatedFrist = z.infer<typeof updatedFristSchema>;
export type CompanyFristItem = z.infer<typeof companyFristItemSchema>;

/** A deadline in an authority's list. */
export function toItem(frist: Frist, portal: Portal): FristItem {
  const {fristId, afsenderCvr, fristDato, overskrift, beskrivelse, link} = frist;
  // The stored name is for an authority that has left the portal file.
  const afsenderNavn = portal.authorities.get(afsenderCvr)?.navn ?? frist.afsenderNavn ?? afsenderCvr;
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

/** A deadline in a company's calendar. */
export function toCompanyItem({frist, isLaest, isSlettet}: CompanyFrist, portal: Portal): CompanyFristItem {
  return {...toItem(frist, portal), isLaest, isSlettet};
}

/** The JSON of {@link toCompanyItem}. */
export function toCompanyItemText(own: CompanyFrist, portal: Portal): string {
  const texts = companyTexts(portal)(own.frist);
  return (texts[Number(own.isLaest) + 2 * Number(own.isSlettet)] ??= JSON.stringify(
    toCompanyItem(own, portal),
  ));
}

/** Cached JSON by marks: a deadline is serialized once for all companies. */
const companyTexts = memoize<Portal, (frist: Frist) => string[]>(() => memoize(() => []));
