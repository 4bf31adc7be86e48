import {z} from 'zod';

import {markupText} from '../html/markup-text.ts';
import {expected, requiredText} from '../http/fields.ts';
import {type CvrCheck, cvrForm} from '../identity/cvr.ts';
import {datePattern, type IsoDate, parseDate} from '../time/dates.ts';

/** How many wrong numbers a message names: there may be a hundred thousand. */
const mostNamed = 10;

interface FristRules {
  readonly isCvr: CvrCheck;
  /** The day that it is in Denmark: a deadline lies after it. */
  readonly today: IsoDate;
}

/** A day after today, as `dd-MM-yyyy`. */
const futureDate = (today: IsoDate) =>
  z
    .string(expected('text'))
    .meta({pattern: datePattern.source})
    .transform((text, context): IsoDate => {
      const date = parseDate(text);
      if (date !== undefined && date > today) return date;
      const message = date === undefined ? 'Must be a date, written dd-MM-yyyy.' : 'Must lie in the future.';
      context.addIssue({code: 'custom', message});
      return z.NEVER;
    });

const oneCvr = `\\s*${cvrForm.source.slice(1, -1)}\\s*`;

/** CVR numbers, separated by commas. */
const cvrNumbers = (isCvr: CvrCheck) =>
  z
    .string(expected('text'))
    .meta({pattern: `^\\s*$|^${oneCvr}(?:,${oneCvr})*$`})
    .transform((text, context): readonly string[] => {
      const recipients = parseRecipients(text);
      const wrong = recipients.filter(cvr => !isCvr(cvr));
      if (wrong.length) context.addIssue({code: 'custom', message: describeWrong(wrong)});
      return recipients;
    });

/** The body of POST and PUT on a deadline (interface C), as its table has it. */
export const fristSchema = ({isCvr, today}: FristRules) =>
  z.object({
    overskrift: requiredText(255).describe('Fristens overskrift.'),
    beskrivelse: markupText(requiredText(10_000)).describe('Hvad fristen gælder; må indeholde HTML.'),
    fristDato: futureDate(today).describe('Dagen, fristen falder på, `dd-MM-yyyy`; efter i dag i Danmark.'),
    modtagere: cvrNumbers(isCvr).describe(
      'Virksomhedernes CVR-numre, med komma imellem; tom: alle (ved PUT kun, hvis det var alle før).',
    ),
    afsenderCvr: z
      .string(expected('text'))
      .nullish()
      .describe('Kalderens CVR-nummer, hvis det er med; et andet giver 403.'),
  });

/** What an authority delivers; no `modtagere` means all companies. */
export type FristInput = z.output<ReturnType<typeof fristSchema>>;

/** Takes apart a comma-separated list; each number counts once. An empty text gives an empty list. */
function parseRecipients(text: string): string[] {
  if (text.trim() === '') return [];
  return [...new Set(text.split(',').map(part => part.trim()))];
}

function describeWrong(wrong: readonly string[]): string {
  const named = wrong.slice(0, mostNamed).map(text => `"${text.slice(0, 20)}"`);
  const more = wrong.length > mostNamed ? ` and ${wrong.length - mostNamed} more` : '';
  return `Not CVR numbers: ${named.join(', ')}${more}.`;
}
