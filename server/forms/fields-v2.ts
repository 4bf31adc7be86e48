/* The fields of interface B, for its operations, `parse-variant.ts` and interface G. Change a description or a message
 * in `fieldsV2`; `field-kinds.ts` has the fields that interface A shares. The business portal has published the fields:
 * do not add rules, and keep both `spellings`. */

import {z} from 'zod';

import {expected, listOf, requiredText, webAddress} from '../http/fields.ts';
import {didYouMean} from '../nearest.ts';
import type {Portal} from '../portal/portal.ts';
import {
  boolean,
  commonFields,
  formTypesV2,
  integer,
  integerOrText,
  markup,
  oneOf,
  text,
} from './field-kinds.ts';

/** The texts of the four forventet* integers, 1 to 7. */
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

/** One of the four forventet* fields: a number from 1 to 7, its digit as text, or the text for it, which GET returns. Stored as the number. */
const expectation = (description: string) => {
  const type = `a number from 1 to ${numbers.length}, or one of ${expectations.join(', ')}`;
  return integerOrText(
    type,
    text =>
      numbers[expectations.findIndex((known, place) => known === text || String(numbers[place]) === text)],
    expectations,
  )
    .refine(number => numbers.includes(number), `Must be ${type}.`)
    .meta({
      oneOf: [
        {type: 'integer', minimum: 1, maximum: numbers.length},
        {type: 'string', enum: [...expectations, ...numbers.map(String)]},
      ],
      description: `${description} ${expectations.map((text, place) => `${place + 1}: ${text}`).join('; ')}.`,
    });
};

const numeral = /^-?\d{1,16}$/;

/** The number of the template, as a number or text. Stored as a number; GET returns text. */
const skabelon = () =>
  integerOrText('a whole number, or text of one', text =>
    numeral.test(text) ? Number(text) : undefined,
  ).meta({
    oneOf: [
      {type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER},
      {type: 'string', pattern: numeral.source},
    ],
  });

/** Abbreviations of authorities, separated by commas. A state form must have exactly one. */
const udstiller = ({authoritiesByAbbreviation}: Portal) =>
  requiredText(1000).transform((value, context) => {
    const [only = '', ...others] = value
      .normalize()
      .split(',')
      .map(part => part.trim());
    if (others.length) {
      context.addIssue({code: 'custom', message: 'Must name exactly one authority.'});
    } else if (!authoritiesByAbbreviation.has(only)) {
      context.addIssue({
        code: 'custom',
        message: `Must be the abbreviation of an authority of the portal: "${value.slice(0, 50).toWellFormed()}" is not one.${didYouMean(only, authoritiesByAbbreviation.keys())}`,
      });
    }
    return only;
  });

export const law = z
  .object({titel: text(), url: webAddress()}, expected('an object with titel and url'))
  .meta({id: 'Lov'});

/** The fields of a form variant in interface B that suppliers write. `bodyV2` adds the spellings of GET. */
export const fieldsV2 = (portal: Portal) =>
  z.object({
    udstillere: udstiller(portal).describe(
      'Abbreviation of the authority that shows the form: exactly one. `GET /formularer/1/myndigheder` lists the abbreviations.',
    ),
    ...commonFields,
    skabelon: skabelon()
      .nullish()
      .describe("Number of the portal's template for the intro page. The service only stores it."),
    kontaktInformation: markup().nullish().describe('Contact information for the user.'),
    urlTilLovstof: listOf(law, 'a list of objects with titel and url')
      .nullish()
      .describe('The legislation: an object with `titel` and `url` for each law.'),
    formularType: oneOf(...formTypesV2).describe('How the portal shows the solution.'),
    aktivTopIntegrationsform: oneOf('default', 'module')
      .nullish()
      .describe("How the solution loads the portal's JavaScript."),
    eidPersonLinkTest: text(500).nullish().describe('Login URL for eIDAS (private person), test.'),
    eidPersonLinkProd: text(500).nullish().describe('Login URL for eIDAS (private person), production.'),
    eidVirksomhedLinkTest: text(500).nullish().describe('Login URL for eIDAS (employee), test.'),
    eidVirksomhedLinkProd: text(500).nullish().describe('Login URL for eIDAS (employee), production.'),
    ssiLinkTest: text(500).nullish().describe('Login link for SSI, test.'),
    ssiLinkProd: text(500).nullish().describe('Login link for SSI, production.'),
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

/** Maps a field's spelling in GET to its spelling in the interface's table, where the two differ. */
export const spellings = {
  utlTilVejledning: 'urlTilVejledning',
  forventetIdriftsat: 'forventetIdriftSat',
} as const;

/** The body of a PUT of interface B, with both spellings of the fields in {@link spellings}. */
export const bodyV2 = (portal: Portal) => {
  const fields = fieldsV2(portal);
  const {urlTilVejledning, forventetIdriftSat} = fields.shape;
  return fields.extend({
    utlTilVejledning: urlTilVejledning.describe('The same as urlTilVejledning, spelled as in a GET.'),
    forventetIdriftsat: forventetIdriftSat
      .optional()
      .describe('The same as forventetIdriftSat, spelled as in a GET.'),
  });
};
