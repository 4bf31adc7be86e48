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
    .refine(value => value >= 1 && value <= expectations.length, 'Must be a whole number from 1 to 7.')
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
      context.addIssue({
        code: 'custom',
        message: `Must be the abbreviation of an authority of the portal: "${only.slice(0, 50)}" is not one.`,
      });
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
    udstillere: udstiller(portal).describe('Abbreviation of the authority that shows the form: exactly one.'),
    ...commonFields,
    kontaktInformation: text().nullish().describe('Whom the user can ask.'),
    urlTilLovstof: laws().nullish().describe('The legislation: title and URL of each law.'),
    formularType: oneOf(
      'aktiv-top',
      'integration-iframe-916',
      'integration-iframe-960-med-titel',
      'integration-iframe-960-uden-titel',
      'integration-frameset-med-titel',
      'integration-frameset-uden-titel',
      'integration-ekstern-link',
    ).describe('How the portal shows the solution.'),
    aktivTopIntegrationsform: oneOf('default', 'module')
      .nullish()
      .describe("How the solution loads the portal's JavaScript."),
    eidPersonLinkTest: shortText(500).nullish().describe('Login URL for eIDAS (private person), test.'),
    eidPersonLinkProd: shortText(500).nullish().describe('Login URL for eIDAS (private person), production.'),
    eidVirksomhedLinkTest: shortText(500).nullish().describe('Login URL for eIDAS (employee), test.'),
    eidVirksomhedLinkProd: shortText(500).nullish().describe('Login URL for eIDAS (employee), production.'),
    ssiLinkTest: shortText(500).nullish().describe('Login link for SSI, test.'),
    ssiLinkProd: shortText(500).nullish().describe('Login link for SSI, production.'),
    formOpgaveNoegler: text().nullish().describe('Task keys of the form. Only for key figures.'),
    loesningsmetode: text().nullish().describe('Solution method. Only for key figures.'),
    aarligeBlanketter: integer().nullish().describe('Paper forms a year. Only for key figures.'),
    aarligeDigitaleLoesninger: integer()
      .nullish()
      .describe('Digital submissions a year. Only for key figures.'),
    aarligeDigitaleLoesningerIntegreretPaaPortal: integer()
      .nullish()
      .describe('Digital submissions through the portal a year. Only for key figures.'),
    aarligeSystemTilSystem: integer()
      .nullish()
      .describe('Submissions from system to system a year. Only for key figures.'),
    internKommentar: text().nullish().describe('Internal comment of the authority. Never shown.'),
    obligatoriskDigital: boolean().nullish().describe('Whether digital submission is mandatory.'),
    forventetDigital: expectation('When the solution is digital.'),
    forventetIdriftSat: expectation('When the solution is in operation.'),
    forventetTilgaengelig: expectation('When the solution is accessible.'),
    forventetIntegreret: expectation('When the solution is integrated into the portal.'),
  });
