import {z} from 'zod';

import {expected, isWithin, requiredText} from '../http/fields.ts';
import {boolean, datetime, integer, safeText, text, webAddress} from './field-kinds.ts';

const maxIdLength = 40;

/** A supplier's own id of a variant, in Unicode's composed form (NFC); suitable for one segment of a URL path. */
export const ownId = z
  .string(expected('text'))
  .overwrite(toOwnId)
  .refine(id => id.trim() !== '', {error: 'May not be blank.', abort: true})
  .refine(id => isWithin(id, maxIdLength), `May have ${maxIdLength} characters at most.`)
  .refine(id => id === id.trim(), 'May not begin or end with white space.')
  .refine(id => !/\p{Cc}/u.test(id), 'May not contain control characters.')
  // Clients resolve these two as relative path segments.
  .refine(id => id !== '.' && id !== '..', 'May not be "." or "..".')
  .meta({
    maxLength: maxIdLength,
    pattern: '^(?!\\.{1,2}$)[^\\s\\p{Cc}](?:\\P{Cc}*[^\\s\\p{Cc}])?$',
    description: 'Leverandørens egen nøgle til varianten.',
  });

/** The form in which an id is stored: texts that look the same are the same id. */
export function toOwnId(text: string): string {
  return text.normalize('NFC');
}

/** The fields that both versions of the form interface have under the same rules, as their tables have them. */
export const commonFields = {
  titel: requiredText(255).describe(
    'Titel på introsiden; danner dens adresse frem til den første publicering.',
  ),
  kortBeskrivelse: safeText(200).nullish().describe('Kort beskrivelse på introsiden.'),
  beskrivelse: text().nullish().describe('Beskrivelse på introsiden.'),
  forudsaetninger: text().nullish().describe('Hvad brugeren skal have klar.'),
  trin: safeText().nullish().describe('Trinene, ét på hver linje.'),
  urlTilVejledning: webAddress().nullish().describe('Adressen på en vejledning.'),
  skabelon: integer().nullish().describe('Nummeret på introsidens skabelon.'),
  fritekst1: text().nullish().describe('Fri tekst.'),
  fritekst2: text().nullish().describe('Fri tekst.'),
  fritekst3: text().nullish().describe('Fri tekst.'),
  hjaelp: safeText().nullish().describe('Ekstra hjælp til brugeren.'),
  urlTest: webAddress(500).nullish().describe('Løsningens adresse i test.'),
  urlProd: webAddress(500).nullish().describe('Løsningens adresse i produktion.'),
  kraeverSSO: boolean().nullish().describe('Om løsningen kræver login; ellers false.'),
  startKnapTekst: safeText().nullish().describe('Teksten på startknappen.'),
  brugerdefineretJavascript: text().nullish().describe('Leverandørens eget JavaScript.'),
  forslagTilSoegeord: text().nullish().describe('Forslag til søgeord, med komma imellem.'),
  publiceringsdato: datetime().nullish().describe('Hvornår varianten publiceres.'),
  afpubliceringsdato: datetime().nullish().describe('Hvornår den ikke længere er publiceret.'),
};

export type CommonField = keyof typeof commonFields;
