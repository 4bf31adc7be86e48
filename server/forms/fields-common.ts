import {z} from 'zod';

import {expected, isWithin, requiredText} from '../http/fields.ts';
import {boolean, datetime, integer, markup, safeText, text, webAddress} from './field-kinds.ts';

const maxIdLength = 40;

const control = '\\x00-\\x1f\\x7f-\\x9f';

/** The rules of {@link ownId} without look-around, which some languages do not have: first an id that does not begin with a dot. */
const idPattern =
  `^(?:[^.\\s${control}](?:[^${control}]*[^\\s${control}])?` +
  `|\\.(?:[^${control}]*[^.\\s${control}]|[^${control}]+\\.))$`;

/** A supplier's id of a variant, in Unicode's composed form (NFC); valid as a segment of a URL path. */
export const ownId = z
  .string(expected('text'))
  .overwrite(toOwnId)
  .refine(id => id.trim() !== '', {error: 'Must not be blank.', abort: true})
  .refine(id => isWithin(id, maxIdLength), `Must have at most ${maxIdLength} characters.`)
  .refine(id => id === id.trim(), 'Must not begin or end with white space.')
  .refine(id => !/\p{Cc}/u.test(id), 'Must not contain control characters.')
  // Clients resolve these two as relative path segments.
  .refine(id => id !== '.' && id !== '..', 'Must not be "." or "..".')
  .meta({
    maxLength: maxIdLength,
    pattern: idPattern,
    description: "The supplier's own id of the variant.",
  });

/** Returns the stored form of an id: texts that look the same are the same id. */
export function toOwnId(text: string): string {
  return text.normalize('NFC');
}

/** The fields with the same rules in both versions of the form interface. */
export const commonFields = {
  titel: requiredText(255).describe(
    'Title of the intro page. Until the first publication, the URL of the page follows it.',
  ),
  kortBeskrivelse: safeText(200).nullish().describe('Short description on the intro page.'),
  beskrivelse: markup().nullish().describe('Description on the intro page.'),
  forudsaetninger: markup().nullish().describe('What the user must have ready.'),
  trin: safeText().nullish().describe('The steps, one on each line.'),
  urlTilVejledning: webAddress().nullish().describe('URL of guidance.'),
  skabelon: integer().nullish().describe("Number of the intro page's template."),
  fritekst1: markup().nullish().describe('Free text.'),
  fritekst2: markup().nullish().describe('Free text.'),
  fritekst3: markup().nullish().describe('Free text.'),
  hjaelp: safeText().nullish().describe('Additional help for the user.'),
  urlTest: webAddress(500).nullish().describe('URL of the solution, test.'),
  urlProd: webAddress(500).nullish().describe('URL of the solution, production.'),
  kraeverSSO: boolean().nullish().describe('Whether the solution requires login. Default: false.'),
  startKnapTekst: safeText().nullish().describe('Text of the start button.'),
  brugerdefineretJavascript: text().nullish().describe("The supplier's own JavaScript."),
  forslagTilSoegeord: text().nullish().describe('Suggested search keywords, separated by commas.'),
  publiceringsdato: datetime().nullish().describe('When the variant is published.'),
  afpubliceringsdato: datetime().nullish().describe('When the variant stops being published.'),
};
