import {z} from 'zod';

import {expected, withMaxItems, refuseValue, webAddress} from '../http/fields.ts';
import {didYouMean} from '../nearest.ts';
import type {Portal} from '../portal/portal.ts';
import {commonFields, formTypesV1, oneOf, ownId} from './field-kinds.ts';

/* The fields of interface A, for its operations and `parse-variant.ts`. Change a description or a message in
 * `fieldsV1`; `field-kinds.ts` has the fields that interface B shares. The business portal has published the fields: do
 * not add rules. */

/** The number of a form master, as a number or a text. Stored as text. */
const masterNumber = () =>
  z
    .preprocess(
      value => (Number.isSafeInteger(value) ? String(value) : value),
      z.string(expected('a whole number or text')),
    )
    .meta({oneOf: [{type: 'integer'}, {type: 'string'}]});

const codeType = expected('a whole number, or text of 2 or 3 digits');

const codeForm = /^\d{2,3}$/;

/** The number of a municipality: an integer, or text of two or three digits. */
const kommunekode = z.union([z.int(codeType), z.string(codeType).meta({pattern: codeForm.source})], codeType);

/** Returns the stored form of a number: text of three digits. */
const toStored = (code: number | string) => String(code).padStart(3, '0');

/** Numbers of municipalities, without duplicates. */
const kommunekoder = ({municipalities}: Portal) =>
  withMaxItems(
    z
      .array(kommunekode, expected('a list'))
      .superRefine((codes, context) => {
        for (const code of new Set(codes)) {
          const sent = String(code).slice(0, 20).toWellFormed();
          if (typeof code === 'string' && !codeForm.test(code))
            refuseValue(
              context,
              `Must contain whole numbers, or texts of 2 or 3 digits: "${sent}" is neither.`,
            );
          else if (!municipalities.has(toStored(code)))
            refuseValue(
              context,
              `Must contain kommunekoder of the portal only: "${sent}" is not one.${didYouMean(toStored(code), municipalities.keys())}`,
            );
        }
      })
      .transform(codes => [...new Set(codes.map(toStored))]),
  );

/** Returns a URL in its stored form, which is that of interface B: a list of laws with titles. */
const toLaws = (url: string | null | undefined) => (typeof url === 'string' ? [{titel: '', url}] : url);

/** The fields of a POST of interface A. */
export const fieldsV1 = (portal: Portal) =>
  z.object({
    masterId: masterNumber()
      .refine(number => portal.masters.has(number), {
        error: ({input}) =>
          `Must be the number of a form master of the portal.${didYouMean(String(input), portal.masters.keys())}`,
      })
      .describe('Number of the form master that the variant belongs to. It cannot be changed later.'),
    egetId: ownId,
    ...commonFields,
    valgteMyndigheder: kommunekoder(portal)
      .refine(codes => codes.length > 0, 'Must name at least one municipality.')
      .meta({
        minItems: 1,
        description:
          'Kommunekoder of the municipalities that show the form, as numbers or texts. A PUT replaces the whole list. A POST must name at least one.',
      }),
    urlTilLovstof: webAddress().nullish().transform(toLaws).describe('URL of the legislation.'),
    formularType: oneOf(...formTypesV1).describe('How the portal shows the solution.'),
  });

/** The fields of a PUT of interface A. It may remove all municipalities. */
export const changesV1 = (portal: Portal) => {
  const fields = fieldsV1(portal);
  const {masterId, valgteMyndigheder} = fields.shape;
  return fields
    .extend({
      masterId: masterNumber().nullable().meta({description: masterId.description}),
      valgteMyndigheder: kommunekoder(portal).meta({description: valgteMyndigheder.description}),
    })
    .partial();
};
