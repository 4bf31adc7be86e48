import {z} from 'zod';

import {refuse} from '../../http/fields.ts';
import {flag, wholeNumber} from '../../operations/parameters.ts';
import {dateFormat, datePattern, parseDate} from '../../time/dates.ts';

/** The body of PUT on a company's deadline (interface E). */
export const markSchema = z.object({
  isLaest: flag().optional().describe('Whether the company has read the deadline.'),
  isSlettet: flag().optional().describe('Whether the company has hidden the deadline.'),
});

const maxAntal = 100;

const day = (description: string, example: string) =>
  z
    .string()
    .meta({pattern: datePattern.source})
    .transform((text, context) => parseDate(text) ?? refuse(context, `Must be ${dateFormat}.`))
    .optional()
    .meta({description, example});

export const companyQuery = z.object({
  fra: day('First date, `dd-MM-yyyy`. Default: today.', '01-01-2099'),
  til: day('Last date, `dd-MM-yyyy`. Default: no last date.', '31-12-2099'),
  slettede: flag()
    .default(false)
    .meta({description: 'Whether to include hidden deadlines. Default: false.', example: true}),
  antal: wholeNumber(1, maxAntal)
    .optional()
    .meta({description: 'Maximum number of deadlines: the first ones. Default: all.', example: 3}),
});
