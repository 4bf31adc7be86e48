import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import type {Cell} from '../../http/csv.ts';
import type {Portal} from '../../portal/portal.ts';
import {expectations, fieldsV2} from '../fields-v2.ts';
import {diaId, moment, momentSchema, supplierName} from '../representations.ts';
import {emptyPortal} from '../../portal/portal.ts';
import {exhibitorsOf, suggestionOf, type Variant, type VariantHead} from '../variant.ts';
import {stateOf, states} from './editorial.ts';

/* The wire format of interface G. */

const {shape} = fieldsV2(emptyPortal);
const text = (description: string) => z.string().describe(description);

const identity = {
  diaId,
  titel: text('Title of the form.'),
  leverandoer: text('Name of the supplier.'),
  leverandoerCvr: text('CVR number of the supplier.'),
  egetId: text("The supplier's own id of the variant."),
};

/** A form variant as editors see it. */
export const listedVariant = z
  .object({
    ...identity,
    udstillere: z.array(z.string()).describe('Abbreviations of the authorities that show the form.'),
    tilstand: z.enum(states).describe('Published now, published later, or not published.'),
    forslagTilSoegeord: text(
      `Keywords that the supplier suggests; in the list, the first ${bounds.maxKeywordsLength} characters.`,
    ).nullable(),
    soegeord: text('Keywords of the editors, which the search uses.').nullable(),
    nyeForslag: z
      .boolean()
      .describe('Whether the supplier has changed its suggestion since the last change by an editor.'),
    publiceringsdato: momentSchema(shape.publiceringsdato),
    afpubliceringsdato: momentSchema(shape.afpubliceringsdato),
  })
  .meta({id: 'RedaktionFormular'});

export const variantPage = z
  .object({
    naeste: text('Value of `efter` for the next page; null on the last one.').nullable(),
    formularer: z.array(listedVariant).describe('The variants of this page.'),
  })
  .meta({id: 'RedaktionFormularer'});

/** The four fields that GET of interface B returns as texts. */
const expected = [
  'forventetDigital',
  'forventetIdriftSat',
  'forventetTilgaengelig',
  'forventetIntegreret',
] as const;

const plain = [
  ...(['formOpgaveNoegler', 'loesningsmetode', 'aarligeBlanketter', 'aarligeDigitaleLoesninger'] as const),
  ...(['aarligeDigitaleLoesningerIntegreretPaaPortal', 'aarligeSystemTilSystem'] as const),
  ...(['internKommentar', 'obligatoriskDigital'] as const),
];

const described = (name: keyof typeof shape) => shape[name].description ?? '';

/** The key figures of a variant. */
export const figures = z
  .object({
    ...identity,
    udstillere: text('Abbreviation of the authority that shows the form.'),
    formOpgaveNoegler: text(described('formOpgaveNoegler')).nullable(),
    loesningsmetode: text(described('loesningsmetode')).nullable(),
    aarligeBlanketter: z.int().describe(described('aarligeBlanketter')).nullable(),
    aarligeDigitaleLoesninger: z.int().describe(described('aarligeDigitaleLoesninger')).nullable(),
    aarligeDigitaleLoesningerIntegreretPaaPortal: z
      .int()
      .describe(described('aarligeDigitaleLoesningerIntegreretPaaPortal'))
      .nullable(),
    aarligeSystemTilSystem: z.int().describe(described('aarligeSystemTilSystem')).nullable(),
    internKommentar: text(described('internKommentar')).nullable(),
    obligatoriskDigital: z.boolean().describe(described('obligatoriskDigital')).nullable(),
    ...(Object.fromEntries(
      expected.flatMap(name => [
        [name, z.int().min(1).max(expectations.length).describe(described(name)).nullable()],
        [`${name}Tekst`, z.enum(expectations).describe(`The text of \`${name}\`.`).nullable()],
      ]),
    ) as Record<(typeof expected)[number] | `${(typeof expected)[number]}Tekst`, z.ZodType>),
  })
  .meta({id: 'Noegletal'});

export const figuresList = z.array(figures).meta({id: 'Noegletalsliste'});

/** The names of the columns of the CSV. */
export const columns: readonly string[] = Object.keys(figures.shape);

const identityOf = ({diaId: id, cvr, egetId, fields}: VariantHead, portal: Portal) => ({
  diaId: id,
  titel: fields.titel,
  leverandoer: supplierName(cvr, portal),
  leverandoerCvr: cvr,
  egetId,
});

/** A variant in the list, without the rest of a long suggestion. */
export function toListed(head: VariantHead, portal: Portal): z.input<typeof listedVariant> {
  const suggestion = suggestionOf(head);
  return {
    ...identityOf(head, portal),
    udstillere: exhibitorsOf(head, portal).map(({forkortelse}) => forkortelse),
    tilstand: stateOf(head, portal, Date.now()),
    forslagTilSoegeord: suggestion && suggestion.slice(0, bounds.maxKeywordsLength),
    soegeord: head.soegeord ?? null,
    nyeForslag: head.nyeForslag ?? false,
    publiceringsdato: moment(head.fields.publiceringsdato),
    afpubliceringsdato: moment(head.fields.afpubliceringsdato),
  };
}

export function toVariant(variant: Variant, portal: Portal): z.input<typeof listedVariant> {
  return {
    ...toListed(variant, portal),
    forslagTilSoegeord: variant.fields.forslagTilSoegeord ?? null,
  };
}

/** Returns the key figures of a variant of interface B, in the order of {@link columns}. */
export function toFigures(variant: Variant, portal: Portal): Readonly<Record<string, Cell>> {
  const fields = variant.fields as Readonly<Record<string, Cell>>;
  return {
    ...identityOf(variant, portal),
    udstillere: fields.udstillere,
    ...Object.fromEntries(plain.map((name): [string, Cell] => [name, fields[name] ?? null])),
    ...Object.fromEntries(
      expected.flatMap((name): [string, Cell][] => {
        const number = fields[name] as number | undefined;
        const words = number === undefined ? null : (expectations[number - 1] ?? null);
        return [
          [name, number ?? null],
          [`${name}Tekst`, words],
        ];
      }),
    ),
  };
}
