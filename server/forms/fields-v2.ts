import {z} from 'zod';

import {expected} from '../http/fields.ts';
import type {Portal} from '../portal/portal.ts';
import {commonFields} from './fields-common.ts';
import {boolean, integer, oneOf, requiredText, shortText, text, webAddress} from './rules.ts';

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

const expectation = () =>
  integer()
    .refine(value => value >= 1 && value <= expectations.length, 'Must be a number from 1 to 7.')
    .meta({
      minimum: 1,
      maximum: expectations.length,
      description: expectations.map((text, place) => `${place + 1}: ${text}`).join('; '),
    });

/** Abbreviations of authorities, separated by commas; a state form has exactly one. Kept as that one. */
const exhibitor = ({authoritiesByAbbreviation}: Portal) =>
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
  z.array(
    z.object({titel: text(), url: webAddress()}, expected('a list of maps')),
    expected('a list of maps'),
  );

/** The fields of a form variant in version 2 (interface B), as its table has them; diaId is read-only. */
export const fieldsV2 = (portal: Portal) =>
  z.object({
    udstillere: exhibitor(portal),
    ...commonFields,
    kontaktInformation: text().nullish(),
    urlTilLovstof: laws().nullish(),
    formularType: oneOf(
      'aktiv-top',
      'integration-iframe-916',
      'integration-iframe-960-med-titel',
      'integration-iframe-960-uden-titel',
      'integration-frameset-med-titel',
      'integration-frameset-uden-titel',
      'integration-ekstern-link',
    ),
    aktivTopIntegrationsform: oneOf('default', 'module').nullish(),
    eidPersonLinkTest: shortText(500).nullish(),
    eidPersonLinkProd: shortText(500).nullish(),
    eidVirksomhedLinkTest: shortText(500).nullish(),
    eidVirksomhedLinkProd: shortText(500).nullish(),
    ssiLinkTest: shortText(500).nullish(),
    ssiLinkProd: shortText(500).nullish(),
    formOpgaveNoegler: text().nullish(),
    loesningsmetode: text().nullish(),
    aarligeBlanketter: integer().nullish(),
    aarligeDigitaleLoesninger: integer().nullish(),
    aarligeDigitaleLoesningerIntegreretPaaPortal: integer().nullish(),
    aarligeSystemTilSystem: integer().nullish(),
    internKommentar: text().nullish(),
    obligatoriskDigital: boolean().nullish(),
    forventetDigital: expectation(),
    forventetIdriftSat: expectation(),
    forventetTilgaengelig: expectation(),
    forventetIntegreret: expectation(),
  });
