import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import type {Cell} from '../../http/csv.ts';
import type {Portal} from '../../portal/portal.ts';
import {expectations, fieldsV2} from '../fields-v2.ts';
import {
  abbreviationsOf,
  diaId,
  formUrl,
  moment,
  momentSchema,
  supplierName,
  text,
  url,
  valuesOf,
} from '../representations.ts';
import {emptyPortal} from '../../portal/portal.ts';
import {
  exhibitorsOf,
  publicationState,
  publicationStates,
  suggestionOf,
  type Variant,
  type VariantHead,
} from '../variant.ts';
import type {EditorialOverview} from './editorial.ts';

/* The wire format of interface G, for its operations. Add a field to a schema and to the function that writes it, such
 * as `listedVariant` and `toListed`; the fields of `figures` are the columns of the CSV file. Clients use the keys and
 * the columns: keep the present ones. */

const {shape} = fieldsV2(emptyPortal);

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
    myndigheder: z.array(z.string()).describe('Names of these authorities.'),
    url: url(
      'URL of the intro page on the portal, at the first of these authorities. Null if the variant is not published.',
    ).nullable(),
    tilstand: z
      .enum(publicationStates)
      .describe(
        'Published now, published later, or not published: by its dates, and because the portal file lacks its supplier or authorities.',
      ),
    forslagTilSoegeord: text(
      `Keywords that the supplier suggests; in the list, the first ${bounds.maxKeywordsLength} characters.`,
    ).nullable(),
    soegeord: text('Keywords of the editors, which the search uses.').nullable(),
    nyeForslag: z
      .boolean()
      .describe('Whether the supplier has suggested other keywords since the last change by an editor.'),
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

const count = (description: string) => z.int().min(0).describe(description);

export const overview = z
  .object({
    tilstande: z
      .object(
        Object.fromEntries(publicationStates.map(state => [state, count(`Number in the state ${state}.`)])),
      )
      .meta({id: 'Tilstandstal'})
      .describe('Number of variants in each state.'),
    nyeForslag: count('Number of variants with a new suggestion.'),
    forventetDigital: z
      .array(
        z
          .object({
            tekst: z.enum(expectations).nullable().describe('The text of `forventetDigital`; null: none.'),
            antal: count('Number of state forms with this text.'),
          })
          .meta({id: 'ForventetDigitalTal'}),
      )
      .describe('Number of state forms for each value of `forventetDigital`.'),
    myndigheder: z
      .array(
        z
          .object({
            navn: text('Name of the authority.'),
            aarlige: count('Yearly submissions, on paper and digital.'),
            digitale: count('Those that are digital.'),
          })
          .meta({id: 'Myndighedstal'}),
      )
      .describe('The authorities with yearly numbers, those with the most submissions first.'),
  })
  .meta({id: 'RedaktionOverblik'});

export function toOverview(
  {states: tilstande, suggestions, expected, authorities}: EditorialOverview,
  portal: Portal,
): z.input<typeof overview> {
  return {
    tilstande,
    nyeForslag: suggestions,
    forventetDigital: expected.map((antal, place) => ({tekst: expectations[place - 1] ?? null, antal})),
    myndigheder: [...authorities]
      .filter(([, {submissions}]) => submissions > 0)
      .map(([abbreviation, {submissions, digital}]) => ({
        navn: portal.authoritiesByAbbreviation.get(abbreviation)?.navn ?? abbreviation,
        // Sums of the suppliers' numbers may be too large to be exact.
        aarlige: Math.min(submissions, Number.MAX_SAFE_INTEGER),
        digitale: Math.min(digital, Number.MAX_SAFE_INTEGER),
      }))
      .sort((one, other) => other.aarlige - one.aarlige),
  };
}

/** The four fields that GET of interface B returns as texts. */
const expected = [
  'forventetDigital',
  'forventetIdriftSat',
  'forventetTilgaengelig',
  'forventetIntegreret',
] as const;

/** The other key figures, which responses contain as they are stored. */
const plain = {
  formOpgaveNoegler: z.string(),
  loesningsmetode: z.string(),
  aarligeBlanketter: z.int(),
  aarligeDigitaleLoesninger: z.int(),
  aarligeDigitaleLoesningerIntegreretPaaPortal: z.int(),
  aarligeSystemTilSystem: z.int(),
  internKommentar: z.string(),
  obligatoriskDigital: z.boolean(),
} as const satisfies Partial<Record<keyof typeof shape, z.ZodType>>;

const described = (name: string, schema: z.ZodType) =>
  schema.describe(shape[name as keyof typeof shape].description ?? '').nullable();

/** The key figures of a variant. */
export const figures = z
  .object({
    ...identity,
    udstillere: text('Abbreviation of the authority that shows the form.'),
    ...Object.fromEntries(Object.entries(plain).map(([name, schema]) => [name, described(name, schema)])),
    ...Object.fromEntries(
      expected.flatMap(name => [
        [name, described(name, z.int().min(1).max(expectations.length))],
        [`${name}Tekst`, z.enum(expectations).describe(`The text of \`${name}\`.`).nullable()],
      ]),
    ),
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
  const exhibitors = exhibitorsOf(head, portal);
  const [first] = exhibitors;
  const state = publicationState(head, portal, Date.now());
  return {
    ...identityOf(head, portal),
    udstillere: exhibitors.map(({forkortelse}) => forkortelse),
    myndigheder: exhibitors.map(({navn}) => navn),
    url: first && state === 'publiceret' ? formUrl(portal, first, head.permalink) : null,
    tilstand: state,
    forslagTilSoegeord: suggestion && suggestion.slice(0, bounds.maxKeywordsLength).toWellFormed(),
    soegeord: head.soegeord ?? null,
    nyeForslag: head.nyeForslag ?? false,
    publiceringsdato: moment(head.fields.publiceringsdato),
    afpubliceringsdato: moment(head.fields.afpubliceringsdato),
  };
}

export function toVariant(variant: Variant, portal: Portal): z.input<typeof listedVariant> {
  return {...toListed(variant, portal), forslagTilSoegeord: variant.fields.forslagTilSoegeord ?? null};
}

/** Returns the key figures of a variant of interface B, in the order of {@link columns}. */
export function toFigures(variant: Variant, portal: Portal): Readonly<Record<string, Cell>> {
  const fields = variant.fields as Readonly<Record<string, Cell>>;
  return {
    ...identityOf(variant, portal),
    udstillere: abbreviationsOf(variant, portal),
    ...(valuesOf(Object.keys(plain), variant) as Record<string, Cell>),
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
