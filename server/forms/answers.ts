import {z} from 'zod';

import {messageSchema} from '../http/receipt.ts';
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

const diaId = text('Variantens nummer i registret: formularmasterens nummer, punktum, løbenummer.').meta({
  pattern: '^\\d+\\.\\d+$',
});

const udstiller = z.object({
  myndighedsid: text('Myndighedens nummer på portalen.'),
  myndighedsforkortelse: text('Myndighedens forkortelse.'),
  myndighedsnavn: text('Myndighedens navn.'),
  cvr: text('Myndighedens CVR-nummer.'),
  myndighedstype: z.enum(authorityTypes).describe('Om den er statslig, en kommune eller en region.'),
  kommunekode: text('Kommunens nummer.').nullable(),
  formUrl: address('Introsidens URL på portalen; null, når portalens egen URL ikke er sat op.').nullable(),
  kraeverSSO: flag('Om løsningen kræver login.'),
  loesningsUrl: address('Løsningens URL gennem portalens login; null som formUrl.').nullable(),
});

/** The read representation of interface A. */
export const variantV1 = z.object({
  diaId,
  name: text('Formularens titel.'),
  afpubliceretPaaProduktion: flag('Om varianten er taget af portalen igen.'),
  publiceretPaaProduktion: flag('Om varianten er på portalen nu.'),
  publiceringsdato: moment(written.v1.publiceringsdato),
  formulartype: text('Hvordan løsningen vises på portalen.'),
  leverandoer: text('Leverandørens navn.'),
  loesningsmetode: text('Løsningens metode.').nullable(),
  permalink: text('Den sidste del af introsidens adresse.'),
  udstillere: z.array(udstiller).describe('De myndigheder, der viser formularen.'),
});

/** The answer to a PUT of interface B. */
export const receiptV2 = messageSchema.extend({diaId});

/** An item of interface B's list. */
export const itemV2 = z.object({
  titel: text('Formularens titel.'),
  diaId,
  // One that was stored before the rule for new ones may break it.
  egetId: text('Leverandørens egen nøgle til varianten.'),
  path: text('Variantens adresse, uden tjenestens.'),
});

const {udstillere, titel, urlTilVejledning, skabelon, formularType, kraeverSSO, ...others} = written.v2;
const {publiceringsdato, afpubliceringsdato, ...unchanged} = others;
const {forventetDigital, forventetIdriftSat, forventetTilgaengelig, forventetIntegreret, ...rest} = unchanged;

/** The full form of interface B, with its two odd spellings: what was written, and null for what was not. */
export const variantV2 = z
  .object({
    ...rest,
    diaId,
    udstillere: text('Forkortelserne på de myndigheder, formularen er for, med komma imellem.').nullable(),
    titel: asText(titel),
    alternativeTitler: z.array(z.string()).describe('Altid tom i dag.'),
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
