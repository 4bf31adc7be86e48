import {boolean, datetime, integer, requiredText, safeText, text, webAddress} from './rules.ts';

/** The fields that both versions of the form interface have under the same rules, as their tables have them. */
export const commonFields = {
  titel: requiredText(255),
  kortBeskrivelse: safeText(200).nullish(),
  beskrivelse: text().nullish(),
  forudsaetninger: text().nullish(),
  trin: safeText().nullish(),
  urlTilVejledning: webAddress().nullish(),
  skabelon: integer().nullish(),
  fritekst1: text().nullish(),
  fritekst2: text().nullish(),
  fritekst3: text().nullish(),
  hjaelp: safeText().nullish(),
  urlTest: webAddress(500).nullish(),
  urlProd: webAddress(500).nullish(),
  kraeverSSO: boolean().nullish(),
  startKnapTekst: safeText().nullish(),
  brugerdefineretJavascript: text().nullish(),
  forslagTilSoegeord: text().nullish(),
  publiceringsdato: datetime().nullish(),
  afpubliceringsdato: datetime().nullish(),
};

export type CommonField = keyof typeof commonFields;
