import {z} from 'zod';

import {expected} from '../http/fields.ts';
import type {Portal} from '../portal/portal.ts';
import {oneOf, text, webAddress} from './field-kinds.ts';
import {commonFields, ownId} from './fields-common.ts';

/** How many wrong numbers are named. */
const mostNamed = 20;

/** The number of a form master, as a number or a text. Kept as text. */
const masterNumber = ({masters}: Portal) =>
  z
    .preprocess(value => (typeof value === 'number' ? String(value) : value), text())
    .refine(number => masters.has(number), 'There is no such form master.')
    .meta({type: ['integer', 'string']});

const threeDigits = z.string().meta({pattern: '^\\d{2,3}$'});

/** Numbers of municipalities: integers, or texts of two or three digits. Kept as texts of three digits. */
const kommunekoder = ({municipalities}: Portal) =>
  z.array(z.union([z.int(), threeDigits]), expected('a list')).transform((values, context) => {
    const codes = [...new Set(values.map(value => String(value).padStart(3, '0')))];
    for (const code of codes.filter(unknown => !municipalities.has(unknown)).slice(0, mostNamed)) {
      context.addIssue({code: 'custom', message: `"${code.slice(0, 20)}" is no municipality's number.`});
    }
    return codes;
  });

/** The write fields of a form variant in version 1 (interface A), as its table has them. */
export const fieldsV1 = (portal: Portal) =>
  z.object({
    masterId: masterNumber(portal)
      .nullish()
      .describe('Formularmasteren, som varianten hører til; bruges ved oprettelsen.'),
    egetId: ownId,
    ...commonFields,
    valgteMyndigheder: kommunekoder(portal).describe(
      'Kommunekoderne på de kommuner, der viser formularen, som tal eller tekst: hele listen.',
    ),
    urlTilLovstof: webAddress().nullish().describe('Adressen på lovstoffet.'),
    formularType: oneOf(
      'integration-iframe-gl',
      'integration-iframe-med-titel',
      'integration-iframe-uden-titel',
      'integration-frameset-med-titel',
      'integration-frameset-uden-titel',
      'integration-ekstern-link',
    ).describe('Hvordan løsningen vises på portalen.'),
  });
