import {z} from 'zod';

import {expected} from '../http/fields.ts';
import type {Portal} from '../portal/portal.ts';
import {listOf, oneOf, webAddress} from './field-kinds.ts';
import {commonFields, ownId} from './fields-common.ts';

/** The number of a form master, as a number or a text. Kept as text. */
const masterNumber = ({masters}: Portal) =>
  z
    .preprocess(
      value => (typeof value === 'number' ? String(value) : value),
      z.string(expected('a whole number or text')),
    )
    .refine(number => masters.has(number), 'Must be the number of a form master of the portal.')
    .meta({type: ['integer', 'string']});

const codeType = expected('a whole number, or text of 2 or 3 digits');

/** The number of a municipality: an integer, or text of two or three digits. Kept as text of three digits. */
const kommunekode = z
  .union([z.int(codeType), z.string(codeType).meta({pattern: '^\\d{2,3}$'})], codeType)
  .transform(code => String(code).padStart(3, '0'));

/** Numbers of municipalities; each counts once. */
const kommunekoder = ({municipalities}: Portal) =>
  listOf(kommunekode, 'a list')
    .overwrite(codes => [...new Set(codes)])
    .superRefine((codes, context) => {
      for (const code of codes.filter(unknown => !municipalities.has(unknown))) {
        const message = `Must contain kommunekoder of the portal only: "${code.slice(0, 20)}" is not one.`;
        context.addIssue({code: 'custom', message});
      }
    });

/** The write fields of a form variant in version 1 (interface A), as its table has them. */
export const fieldsV1 = (portal: Portal) =>
  z.object({
    masterId: masterNumber(portal)
      .nullish()
      .describe('Number of the form master that the variant belongs to. Used on creation.'),
    egetId: ownId,
    ...commonFields,
    valgteMyndigheder: kommunekoder(portal).describe(
      'Kommunekoder of the municipalities that show the form, as numbers or texts. Always the whole list.',
    ),
    urlTilLovstof: webAddress().nullish().describe('URL of the legislation.'),
    formularType: oneOf(
      'integration-iframe-gl',
      'integration-iframe-med-titel',
      'integration-iframe-uden-titel',
      'integration-frameset-med-titel',
      'integration-frameset-uden-titel',
      'integration-ekstern-link',
    ).describe('How the portal shows the solution.'),
  });
