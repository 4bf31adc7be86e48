import {z} from 'zod';

import {messageSchema} from '../http/response/status-body.ts';
import {emptyPortal} from '../portal/portal.ts';
import {authorityTypes} from '../portal/schema.ts';
import {fieldsV1} from './fields-v1.ts';
import {expectations, fieldsV2} from './fields-v2.ts';

const written = {v1: fieldsV1(emptyPortal).shape, v2: fieldsV2(emptyPortal).shape};

const text = (meaning: string) => z.string().describe(meaning);
const flag = (meaning: string) => z.boolean().describe(meaning);
const address = (meaning: string) => text(meaning).meta({format: 'uri'});

/** As `2015-12-14T12:59:00+0100`, in Danish time. */
const moment = ({description}: z.ZodType) =>
  z.string().nullable().meta({description, pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{4}$'});

const expectation = ({description}: z.ZodType) => z.enum(expectations).nullable().meta({description});

const asText = ({description}: z.ZodType) => z.string().nullable().meta({description});

const diaId = text('Registry id of the variant: number of the form master, a dot, serial number.').meta({
  pattern: '^\\d+\\.\\d+$',
});

const udstiller = z.object({
  myndighedsid: text('Number of the authority on the portal.'),
  myndighedsforkortelse: text('Abbreviation of the authority.'),
  myndighedsnavn: text('Name of the authority.'),
  cvr: text('CVR number of the authority.'),
  myndighedstype: z
    .enum(authorityTypes)
    .describe('Whether it belongs to the state, or is a municipality or a region.'),
  kommunekode: text('Kommunekode of a municipality, otherwise null.').nullable(),
  formUrl: address(
    "URL of the intro page on the portal. Null where the portal's own URL is not configured.",
  ).nullable(),
  kraeverSSO: flag('Whether the solution requires login.'),
  loesningsUrl: address("URL of the solution through the portal's login. Null where formUrl is.").nullable(),
});

/** The read representation of interface A. */
export const variantV1 = z.object({
  diaId,
  name: text('Title of the form.'),
  afpubliceretPaaProduktion: flag('Whether the variant is no longer published.'),
  publiceretPaaProduktion: flag('Whether the variant is published now.'),
  publiceringsdato: moment(written.v1.publiceringsdato),
  formulartype: text('How the portal shows the solution.'),
  leverandoer: text('Name of the supplier.'),
  loesningsmetode: text('Solution method.').nullable(),
  permalink: text("Last part of the intro page's URL."),
  udstillere: z.array(udstiller).describe('Authorities that show the form.'),
});

/** The answer to a PUT of interface B. */
export const receiptV2 = messageSchema.extend({diaId});

/** An item of interface B's list. */
export const itemV2 = z.object({
  titel: text('Title of the form.'),
  diaId,
  // One that was stored before the rule for new ones may break it.
  egetId: text("The supplier's own id of the variant."),
  path: text('URL of the variant, relative to the service.'),
});

const {udstillere, titel, urlTilVejledning, skabelon, formularType, kraeverSSO, ...others} = written.v2;
const {publiceringsdato, afpubliceringsdato, ...unchanged} = others;
const {forventetDigital, forventetIdriftSat, forventetTilgaengelig, forventetIntegreret, ...rest} = unchanged;

/** The full form of interface B, with its two odd spellings: what was written, and null for what was not. */
export const variantV2 = z
  .object({
    ...rest,
    diaId,
    udstillere: text('Abbreviations of the authorities that show the form, separated by commas.').nullable(),
    titel: asText(titel),
    alternativeTitler: z.array(z.string()).describe('Always empty.'),
    utlTilVejledning: urlTilVejledning,
    skabelon: asText(skabelon),
    formularType: asText(formularType),
    kraeverSSO: z.boolean().meta({description: kraeverSSO.description}),
    publiceringsdato: moment(publiceringsdato),
    afpubliceringsdato: moment(afpubliceringsdato),
    forventetDigital: expectation(forventetDigital),
    forventetIdriftsat: expectation(forventetIdriftSat),
    forventetTilgaengelig: expectation(forventetTilgaengelig),
    forventetIntegreret: expectation(forventetIntegreret),
  })
  .required();

export type VariantV1 = z.input<typeof variantV1>;
export type ItemV2 = z.input<typeof itemV2>;
export type VariantV2 = z.input<typeof variantV2>;
