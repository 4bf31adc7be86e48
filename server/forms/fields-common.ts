import {requiredText} from '../http/fields.ts';
import {boolean, datetime, integer, safeText, text, webAddress} from './field-kinds.ts';

/** A supplier's own name for a variant. */
export const ownId = requiredText(40).describe('Leverandørens egen nøgle til varianten.');

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
