import {z} from 'zod';

import {expected, requiredText} from '../http/fields.ts';
import type {Portal} from '../portal/portal.ts';
import {boolean, integer, listOf, oneOf, shortText, text, webAddress} from './field-kinds.ts';
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

const expectation = (meaning: string) =>
  integer()
    .refine(value => value >= 1 && value <= expectations.length, 'Must be a number from 1 to 7.')
    .meta({
      minimum: 1,
      maximum: expectations.length,
      description: `${meaning} ${expectations.map((text, place) => `${place + 1}: ${text}`).join('; ')}.`,
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

/** The fields of a form variant in version 2 (interface B), as its table has them; diaId is read-only. */
export const fieldsV2 = (portal: Portal) =>
  z.object({
    udstillere: udstiller(portal).describe('Forkortelsen på den myndighed, formularen er for; netop én.'),
    ...commonFields,
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
