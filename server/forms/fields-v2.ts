import {z} from 'zod';

import {expected, requiredText} from '../http/fields.ts';
import type {Portal} from '../portal/portal.ts';
import {boolean, integer, integerOrText, listOf, oneOf, shortText, text, webAddress} from './field-kinds.ts';
import {commonFields} from './fields-common.ts';

/** What the four forventet* integers stand for, 1 to 7. */
export const expectations = [
  'Ikke besluttet',
  'Er sket',
  '2014 – Første halvår',
  '2014 – Andet halvår',
  '2015 – Første halvår',
  '2015 – Andet halvår',
  'Senere',
] as const;

const numbers = expectations.map((_, place) => place + 1);

/** One of the four forventet* fields: a number from 1 to 7, or its text, which GET returns. Kept as the number. */
const expectation = (meaning: string) => {
  const type = `a number from 1 to ${numbers.length}, or one of ${expectations.join(', ')}`;
  return integerOrText(type, text => numbers[expectations.findIndex(known => known === text)])
    .refine(number => numbers.includes(number), `Must be ${type}.`)
    .meta({
      type: ['integer', 'string'],
      enum: [...numbers, ...expectations],
      minimum: 1,
      maximum: numbers.length,
      description: `${meaning} ${expectations.map((text, place) => `${place + 1}: ${text}`).join('; ')}.`,
    });
};

const numeral = /^-?\d{1,16}$/;

/** The number of the template, also as text, as GET returns it. Kept as a number. */
const skabelon = () =>
  integerOrText('a whole number, or text of one', text =>
    numeral.test(text) ? Number(text) : undefined,
  ).meta({
    type: ['integer', 'string'],
    pattern: numeral.source,
  });

/** Abbreviations of authorities, separated by commas; a state form has exactly one. Kept as that one. */
const udstiller = ({authoritiesByAbbreviation}: Portal) =>
  requiredText(1000).transform((value, context) => {
    const [only = '', ...others] = value.split(',').map(part => part.trim());
    if (others.length) {
      context.addIssue({code: 'custom', message: 'Must name exactly one authority.'});
    } else if (!authoritiesByAbbreviation.has(only)) {
      context.addIssue({code: 'custom', message: `"${only.slice(0, 50)}" is no authority's abbreviation.`});
    }
    return only;
  });

const laws = () =>
  listOf(
    z.object({titel: text(), url: webAddress()}, expected('an object with titel and url')),
    'a list of objects with titel and url',
  );

/** The fields of a form variant in version 2 (interface B), as its table has them; diaId is read-only. `bodyV2` adds GET's spellings. */
export const fieldsV2 = (portal: Portal) =>
  z.object({
    udstillere: udstiller(portal).describe('Forkortelsen på den myndighed, formularen er for; netop én.'),
    ...commonFields,
    skabelon: skabelon().nullish().describe('Nummeret på introsidens skabelon.'),
    kontaktInformation: text().nullish().describe('Hvem brugeren kan spørge.'),
    urlTilLovstof: laws().nullish().describe('Lovstoffet: hver lovs titel og adresse.'),
    formularType: oneOf(
      'aktiv-top',
      'integration-iframe-916',
      'integration-iframe-960-med-titel',
      'integration-iframe-960-uden-titel',
      'integration-frameset-med-titel',
      'integration-frameset-uden-titel',
      'integration-ekstern-link',
    ).describe('Hvordan løsningen vises på portalen.'),
    aktivTopIntegrationsform: oneOf('default', 'module')
      .nullish()
      .describe('Hvordan løsningen tager portalens JavaScript ind.'),
    eidPersonLinkTest: shortText(500).nullish().describe('Login med eIDAS som privatperson, test.'),
    eidPersonLinkProd: shortText(500).nullish().describe('Login med eIDAS som privatperson, produktion.'),
    eidVirksomhedLinkTest: shortText(500).nullish().describe('Login med eIDAS som medarbejder, test.'),
    eidVirksomhedLinkProd: shortText(500).nullish().describe('Login med eIDAS som medarbejder, produktion.'),
    ssiLinkTest: shortText(500).nullish().describe('Login med SSI, test.'),
    ssiLinkProd: shortText(500).nullish().describe('Login med SSI, produktion.'),
    formOpgaveNoegler: text().nullish().describe('Formularens opgavenøgler; kun til nøgletal.'),
    loesningsmetode: text().nullish().describe('Løsningens metode; kun til nøgletal.'),
    aarligeBlanketter: integer().nullish().describe('Blanketter om året; kun til nøgletal.'),
    aarligeDigitaleLoesninger: integer()
      .nullish()
      .describe('Digitale indberetninger om året; kun til nøgletal.'),
    aarligeDigitaleLoesningerIntegreretPaaPortal: integer()
      .nullish()
      .describe('Heraf gennem portalen; kun til nøgletal.'),
    aarligeSystemTilSystem: integer()
      .nullish()
      .describe('Indberetninger fra system til system om året; kun til nøgletal.'),
    internKommentar: text().nullish().describe('Myndighedens interne kommentar; vises ikke.'),
    obligatoriskDigital: boolean().nullish().describe('Om indberetningen skal ske digitalt.'),
    forventetDigital: expectation('Hvornår løsningen er digital.'),
    forventetIdriftSat: expectation('Hvornår løsningen er sat i drift.'),
    forventetTilgaengelig: expectation('Hvornår løsningen er tilgængelig.'),
    forventetIntegreret: expectation('Hvornår løsningen er integreret på portalen.'),
  });

/** The fields that GET spells differently from the interface's table: the spelling of the table by that of GET. */
export const spellings = {
  utlTilVejledning: 'urlTilVejledning',
  forventetIdriftsat: 'forventetIdriftSat',
} as const;

/** The body of a PUT of interface B: the fields, and those that GET spells differently in either spelling. */
export const bodyV2 = (portal: Portal) => {
  const fields = fieldsV2(portal);
  const {urlTilVejledning, forventetIdriftSat} = fields.shape;
  return fields.extend({
    utlTilVejledning: urlTilVejledning.describe('Det samme som urlTilVejledning, stavet som ved GET.'),
    forventetIdriftsat: forventetIdriftSat
      .optional()
      .describe('Det samme som forventetIdriftSat, stavet som ved GET.'),
  });
};
