import {z} from 'zod';

import {toPlainText} from '../../html/plain-text.ts';
import {isVisible} from '../../html/visible-text.ts';
import {findExcess} from '../../html/weight.ts';
import {expected, isWebAddress, refuse, requiredText, boundedText, visibleText} from '../../http/fields.ts';
import {cvrForm} from '../../identity/cvr.ts';
import {dateFormat, datePattern, type IsoDate, parseDate} from '../../time/dates.ts';
import type {ParsedRecipients} from './recipients.ts';

interface FristRules {
  /** Today's date in Denmark: a new date must be after it. */
  readonly today: IsoDate;
  /** The date of the stored deadline, which a PUT may keep. Default: none. */
  readonly storedDate?: IsoDate | undefined;
  /** The parsed text of `modtagere`, which may be long. Default: no companies. */
  readonly recipients?: ParsedRecipients | undefined;
}

/** Returns the problem of a deadline's date; `undefined`: valid. */
export function dateProblem(
  date: IsoDate,
  {today, storedDate}: Pick<FristRules, 'today' | 'storedDate'>,
): string | undefined {
  if (date > today || date === storedDate) return undefined;
  return storedDate === undefined
    ? 'Must be after today (Danish time).'
    : 'Must be after today (Danish time), or the stored date.';
}

/** A day as `dd-MM-yyyy`: after today, or the stored one. */
const deadlineDate = (rules: FristRules) =>
  z
    .string(expected('text: a date in the format dd-MM-yyyy'))
    .meta({pattern: datePattern.source})
    .transform((text, context): IsoDate => {
      const date = parseDate(text);
      const message = date === undefined ? `Must be ${dateFormat}.` : dateProblem(date, rules);
      if (date !== undefined && message === undefined) return date;
      context.addIssue({code: 'custom', message});
      return z.NEVER;
    });

/** Markup that shows something. */
const description = () =>
  boundedText(10_000)
    .superRefine((markup, context) => {
      const excess = findExcess(markup);
      if (excess !== undefined) refuse(context, excess);
      else if (!isVisible(toPlainText(markup))) refuse(context, 'Must not be blank.');
    })
    .meta({pattern: visibleText});

const oneCvr = `\\s*${cvrForm.source.slice(1, -1)}\\s*`;

/** CVR numbers, separated by commas; empty: all companies. */
const cvrNumbers = ({cvrs, problems}: ParsedRecipients) =>
  z
    .string(expected('text: CVR numbers separated by commas'))
    .meta({pattern: `^$|^${oneCvr}(?:,${oneCvr})*$`})
    .transform((_, context): readonly string[] => {
      for (const message of problems) context.addIssue({code: 'custom', message});
      return cvrs;
    });

/** The body of POST and PUT on a deadline (interface C). */
export const fristSchema = ({recipients = {cvrs: [], problems: []}, ...dates}: FristRules) =>
  z.object({
    overskrift: requiredText(255).describe('Title of the deadline.'),
    beskrivelse: description().describe('Description of the deadline. May contain HTML.'),
    fristDato: deadlineDate(dates).describe(
      'Date of the deadline, `dd-MM-yyyy`, after today (Danish time) and until 31-12-2199. A PUT may also keep the stored date.',
    ),
    modtagere: cvrNumbers(recipients).describe(
      'CVR numbers of the companies, separated by commas, with or without white space. An empty string: all companies. In a PUT, an empty string is only allowed if the deadline already goes to all companies.',
    ),
    link: boundedText(500)
      .refine(text => text === '' || isWebAddress(text), 'Must be an absolute http or https URL.')
      .meta({format: 'uri', pattern: '^$|^[Hh][Tt][Tt][Pp][Ss]?:[/]{2}'})
      .nullish()
      .describe(
        'URL of the page where the company acts. Null or empty: none. A PUT that omits it keeps the stored URL.',
      ),
    afsenderCvr: z
      .string(expected('text'))
      .nullish()
      .describe('CVR number of the caller. May be omitted, null or empty. Another CVR number returns 403.'),
  });

/** A delivery; no `modtagere` means all companies. */
export type FristInput = z.output<ReturnType<typeof fristSchema>>;

/** A validated request with the name of the authority in the portal file. */
export interface Delivery extends FristInput {
  readonly afsenderNavn?: string | undefined;
}
