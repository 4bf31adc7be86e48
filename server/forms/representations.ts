import {z} from 'zod';

import {webAddressPattern} from '../http/fields.ts';
import {messageBodySchema} from '../problem.ts';
import {type Authority, emptyPortal, type Portal} from '../portal/portal.ts';
import {authorityTypes} from '../portal/schema.ts';
import {formatDatetime, type Instant} from '../time/datetime.ts';
import {expectations, fieldsV2} from './fields-v2.ts';
import {
  exhibitorsOf,
  type Fields,
  isPublished,
  isUnpublished,
  type Variant,
  type VariantHead,
} from './variant.ts';

/* The wire formats of interfaces A and B. Interfaces F and G use parts of them. Add a field to a schema and to the
 * function that writes it, such as `page` and `toPage`; `formUrl` and `solutionUrl` write the URLs of the portal. The
 * portal has published A and B: their keys and spellings must not change. */

const fieldsOfV2 = fieldsV2(emptyPortal);
const {shape} = fieldsOfV2;

/** A text in a response. */
export const text = (description: string) => z.string().describe(description);
const flag = (description: string) => z.boolean().describe(description);
/** A URL that the service builds. */
export const url = (description: string) => text(description).meta({format: 'uri'});
/** A URL that a supplier has written. */
export const writtenUrl = (description: string) => text(description).meta({pattern: webAddressPattern});

/** A point in time such as `2015-12-14T12:59:00+0100`, in Danish time. */
export const momentSchema = ({description}: z.ZodType) =>
  z.string().nullable().meta({description, pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{4}$'});

const expectationSchema = ({description}: z.ZodType) => z.enum(expectations).nullable().meta({description});

const asText = ({description}: z.ZodType) => z.string().nullable().meta({description});

export const diaId = text(
  'Registry id of the variant: number of the form master, a dot, serial number.',
).meta({pattern: '^\\d+\\.\\d+$'});

export const exhibitor = z
  .object({
    myndighedsid: text('Number of the authority on the portal.'),
    myndighedsforkortelse: text('Abbreviation of the authority.'),
    myndighedsnavn: text('Name of the authority.'),
    cvr: text('CVR number of the authority.'),
    myndighedstype: z
      .enum(authorityTypes)
      .describe('Whether it belongs to the state, or is a municipality or a region.'),
    kommunekode: text('Kommunekode of a municipality, otherwise null.').nullable(),
    formUrl: url(
      'URL of the intro page on the portal. Null without `portal.url` in the portal file.',
    ).nullable(),
    kraeverSSO: flag('Whether the solution requires login.'),
    loesningsUrl: url(
      "URL of the solution through the portal's login. Null if `formUrl` is null.",
    ).nullable(),
  })
  .meta({id: 'Udstiller'});

/** The wire format of a variant in interface A. */
export const variantV1 = z
  .object({
    diaId,
    name: text('Title of the form.'),
    afpubliceretPaaProduktion: flag('Whether the variant is no longer published.'),
    publiceretPaaProduktion: flag('Whether the variant is published now.'),
    publiceringsdato: momentSchema(shape.publiceringsdato),
    formulartype: text('How the portal shows the solution.'),
    leverandoer: text('Name of the supplier.'),
    loesningsmetode: text('Solution method.').nullable(),
    permalink: text("Last part of the intro page's URL."),
    udstillere: z.array(exhibitor).describe('Authorities that show the form.'),
  })
  .meta({id: 'FormularV1Laest'});

/** The fields that interface B adds to its published responses. */
const page = {
  permalink: text(
    "Last part of the intro page's URL. A new title changes it until the variant's own dates have published it once.",
  ),
  formUrl: url(
    'URL of the intro page on the portal, at the first authority that shows it. Null without `portal.url` or that authority in the portal file.',
  ).nullable(),
};

export const receiptV2 = messageBodySchema.extend({diaId, ...page}).meta({id: 'FormularV2Kvittering'});

export const itemV2 = z
  .object({
    titel: text('Title of the form.'),
    diaId,
    egetId: text("The supplier's own id of the variant."),
    path: text('URL of the variant, relative to the service.'),
    ...page,
  })
  .meta({id: 'FormularV2Listepost'});

/** The representation of a variant in interface B: its stored fields, and null for fields without a value. Two fields have the odd `spellings` of GET. */
export const variantV2 = z
  .object({diaId, ...fieldsOfV2.omit({urlTilVejledning: true, forventetIdriftSat: true}).shape})
  .extend({
    udstillere: text('Abbreviations of the authorities that show the form, separated by commas.').nullable(),
    titel: asText(shape.titel),
    ...page,
    alternativeTitler: z.array(z.string()).describe('Always empty.'),
    utlTilVejledning: shape.urlTilVejledning,
    skabelon: asText(shape.skabelon),
    formularType: asText(shape.formularType),
    kraeverSSO: z.boolean().meta({description: shape.kraeverSSO.description}),
    publiceringsdato: momentSchema(shape.publiceringsdato),
    afpubliceringsdato: momentSchema(shape.afpubliceringsdato),
    forventetDigital: expectationSchema(shape.forventetDigital),
    forventetIdriftsat: expectationSchema(shape.forventetIdriftSat),
    forventetTilgaengelig: expectationSchema(shape.forventetTilgaengelig),
    forventetIntegreret: expectationSchema(shape.forventetIntegreret),
  })
  .required()
  .meta({id: 'FormularV2Laest'});

export type VariantV1 = z.input<typeof variantV1>;
export type ItemV2 = z.input<typeof itemV2>;
export type VariantV2 = z.input<typeof variantV2>;

/** The segment of a form's URL for the type of its authority. */
const segments = {stat: 'stat', kommune: 'kommuner', region: 'regioner'};

export function toV1(variant: Variant, portal: Portal, now: Instant): VariantV1 {
  const {diaId, cvr, permalink, fields} = variant;
  return {
    diaId,
    name: fields.titel,
    afpubliceretPaaProduktion: isUnpublished(variant, portal, now),
    publiceretPaaProduktion: isPublished(variant, portal, now),
    publiceringsdato: moment(fields.publiceringsdato),
    formulartype: fields.formularType,
    leverandoer: supplierName(cvr, portal),
    loesningsmetode: fields.loesningsmetode ?? null,
    permalink,
    udstillere: exhibitorsOf(variant, portal).map(authority => ({
      myndighedsid: authority.myndighedsid,
      myndighedsforkortelse: authority.forkortelse,
      myndighedsnavn: authority.navn,
      cvr: authority.cvr,
      myndighedstype: authority.type,
      kommunekode: authority.kommunekode ?? null,
      formUrl: formUrl(portal, authority, permalink),
      kraeverSSO: fields.kraeverSSO ?? false,
      loesningsUrl: solutionUrl(portal, authority, permalink),
    })),
  };
}

export function supplierName(cvr: string, {suppliers, authorities}: Portal): string {
  return (suppliers.get(cvr) ?? authorities.get(cvr))?.navn ?? cvr;
}

/** Returns the URL of a form's intro page. Encodes the abbreviation, which may contain `ø`, `?` or `#`. */
export function formUrl(portal: Portal, {type, forkortelse}: Authority, permalink: string): string | null {
  return portalUrl(portal, `/myndigheder/${segments[type]}/${encodeURIComponent(forkortelse)}/${permalink}`);
}

/** Returns the URL of a form's solution through the portal's login. */
export function solutionUrl(portal: Portal, {forkortelse}: Authority, permalink: string): string | null {
  return portalUrl(portal, `/nemlogin/login?f=/integration/${encodeURIComponent(forkortelse)}/${permalink}`);
}

/** Returns a URL of the portal; `null` if the portal file has no URL. */
const portalUrl = ({url}: Portal, path: string): string | null => (url === undefined ? null : url + path);

export function toItemV2(head: VariantHead, portal: Portal): ItemV2 {
  const {diaId: id, egetId, fields} = head;
  return {titel: fields.titel, diaId: id, egetId, path: addressV2(head), ...toPage(head, portal)};
}

/** Returns the permalink, and the URL of the intro page at the first authority that shows the form. */
export function toPage(variant: VariantHead, portal: Portal): {permalink: string; formUrl: string | null} {
  const {permalink} = variant;
  const [authority] = exhibitorsOf(variant, portal);
  return {permalink, formUrl: authority ? formUrl(portal, authority, permalink) : null};
}

export function addressV2({cvr, egetId}: {cvr: string; egetId: string}): string {
  return `/dia/2/formular/${cvr}/${encodeURIComponent(egetId)}`;
}

export function toV2(variant: Variant, portal: Portal): VariantV2 {
  const {fields} = variant;
  return {
    ...(valuesOf(Object.keys(variantV2.shape), variant) as VariantV2),
    diaId: variant.diaId,
    // The abbreviation that the supplier wrote, even if the authority has another one now: the supplier's PUTs may repeat it.
    udstillere: fields.udstillere ?? abbreviationsOf(variant, portal),
    ...toPage(variant, portal),
    alternativeTitler: [],
    utlTilVejledning: fields.urlTilVejledning ?? null,
    skabelon: fields.skabelon?.toString() ?? null,
    kraeverSSO: fields.kraeverSSO ?? false,
    publiceringsdato: moment(fields.publiceringsdato),
    afpubliceringsdato: moment(fields.afpubliceringsdato),
    forventetDigital: expectation(fields.forventetDigital),
    forventetIdriftsat: expectation(fields.forventetIdriftSat),
    forventetTilgaengelig: expectation(fields.forventetTilgaengelig),
    forventetIntegreret: expectation(fields.forventetIntegreret),
  };
}

/** Returns the stored values of these fields, by name; null for fields without a value. */
export const valuesOf = (names: readonly string[], {fields}: Variant): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map(name => [name, fields[name as keyof Fields] ?? null]));

/** Returns the abbreviations of the authorities that exhibit a variant; the stored one for a state authority that the portal file does not have. */
export const abbreviationsOf = (variant: VariantHead, portal: Portal): string =>
  exhibitorsOf(variant, portal)
    .map(({forkortelse}) => forkortelse)
    .join(',') ||
  (variant.fields.udstillere ?? '');

function expectation(number: number | undefined): (typeof expectations)[number] | null {
  return number === undefined ? null : (expectations[number - 1] ?? null);
}

export function moment(instant: Instant | null | undefined): string | null {
  return typeof instant === 'number' ? formatDatetime(instant) : null;
}
