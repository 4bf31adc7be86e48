/* The fields of a deadline and their rules, for interface C and `deliveries.ts`: `fristSchema` has the fields, and
 * `parseDelivery` the rules about today and the stored deadline. The portal has published these fields: do not add
 * rules, and make a new field optional. */

import {z} from 'zod';

import {toPlainText} from '../../html/plain-text.ts';
import {isVisible} from '../../html/visible-text.ts';
import {findExcess} from '../../html/weight.ts';
import {
  expected,
  isWebAddress,
  refuseValue,
  requiredText,
  boundedText,
  visibleText,
  webAddressPattern,
} from '../../http/fields.ts';
import {validate} from '../../http/validate.ts';
import {type CvrCheck, cvrForm} from '../../identity/cvr.ts';
import {dateFormat, datePattern, type IsoDate, parseDate, today} from '../../time/dates.ts';
import {parseRecipients} from './recipients.ts';

/**
 * Returns the problem of a deadline's date; `undefined`: valid.
 *
 * @param storedDate The date of the stored deadline, which a PUT may keep. Default: the deadline is new.
 */
export function dateProblem(date: IsoDate, storedDate?: IsoDate): string | undefined {
  if (date > today() || date === storedDate) return undefined;
  return storedDate === undefined
    ? 'Must be after today (Danish time).'
    : 'Must be after today (Danish time), or the stored date.';
}

/** A day as `dd-MM-yyyy`. */
const deadlineDate = z
  .string(expected(`text: ${dateFormat}`))
  .meta({pattern: datePattern.source})
  .transform((text, context): IsoDate => parseDate(text) ?? refuseValue(context, `Must be ${dateFormat}.`));

/** Markup whose text is not blank. */
const description = () =>
  boundedText(10_000)
    .superRefine((markup, context) => {
      const excess = findExcess(markup);
      if (excess !== undefined) refuseValue(context, excess);
      else if (!isVisible(toPlainText(markup))) refuseValue(context, 'Must not be blank.');
    })
    .meta({pattern: visibleText});

const oneCvr = `\\s*${cvrForm.source.slice(1, -1)}\\s*`;

/** CVR numbers, separated by commas; empty: all companies. */
const cvrNumbers = z
  .string(expected('text: CVR numbers separated by commas'))
  .meta({pattern: `^$|^${oneCvr}(?:,${oneCvr})*$`});

/** The body of POST and PUT on a deadline (interface C). {@link parseDelivery} checks the rules about today, the stored deadline and each CVR number. */
export const fristSchema = z
  .object({
    overskrift: requiredText(255).describe('Title of the deadline.'),
    beskrivelse: description().describe('Description of the deadline. May contain HTML.'),
    fristDato: deadlineDate.describe(
      'Date of the deadline, `dd-MM-yyyy`, after today (Danish time) and until 31-12-2199. A PUT may also keep the stored date.',
    ),
    modtagere: cvrNumbers.describe(
      'CVR numbers of the companies, separated by commas, with or without white space. An empty string: all companies. In a PUT, an empty string is only allowed if the deadline already goes to all companies.',
    ),
    link: boundedText(500)
      .refine(text => text === '' || isWebAddress(text), 'Must be an absolute http or https URL.')
      .meta({pattern: `^$|${webAddressPattern}`})
      .nullish()
      .describe(
        'URL of the page where the company acts. The main button of the deadline leads to it. Null or empty: no URL. A PUT that omits `link` keeps the stored URL.',
      ),
    afsenderCvr: z
      .string(expected('text'))
      .nullish()
      .describe(
        'CVR number of the caller. It can be omitted, null or empty. Another CVR number returns 403.',
      ),
  })
  .meta({id: 'Frist'});

/** A delivery; no `modtagere` means all companies. */
export type FristInput = Omit<z.output<typeof fristSchema>, 'modtagere'> & {
  readonly modtagere: readonly string[];
};

/**
 * Parses the body of a deadline. The text of `modtagere` may name more than a million companies.
 *
 * @param storedDate The date of the deadline that is updated.
 * @throws {Problem} 400, 422
 */
export async function parseDelivery(
  body: Readonly<Record<string, unknown>>,
  isCvr: CvrCheck,
  storedDate?: IsoDate,
): Promise<FristInput> {
  const {modtagere, fristDato} = body;
  const {cvrs, problems} = await parseRecipients(typeof modtagere === 'string' ? modtagere : '', isCvr);
  const date = typeof fristDato === 'string' ? parseDate(fristDato) : undefined;
  const late = date === undefined ? undefined : dateProblem(date, storedDate);
  const input = validate(fristSchema, body, {
    ...(late !== undefined && {fristDato: [late]}),
    ...(problems.length && {modtagere: [...problems]}),
  });
  return {...input, modtagere: cvrs};
}

/** A validated request with the name of the authority in the portal file. */
export interface Delivery extends FristInput {
  readonly afsenderNavn: string;
}
