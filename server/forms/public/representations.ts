import {z} from 'zod';

import {isVisible} from '../../html/visible-text.ts';
import type {Authority, Portal} from '../../portal/portal.ts';
import {authorityTypes} from '../../portal/schema.ts';
import {formTypesV1, formTypesV2} from '../field-kinds.ts';
import {formUrl, solutionUrl, text, url, valuesOf, writtenUrl} from '../representations.ts';
import {exhibitorsOf, type Variant} from '../variant.ts';
import type {FoundForms} from './catalogue.ts';
import {type FormQuery, writeCursor} from './query.ts';

/* The wire format of interface F, for its operations. To publish a field of a variant, add it to `introPage` or
 * `listedForm`: a field is internal until a schema here lists it. Clients use the keys: keep the present ones. Login
 * links of suppliers must pass `toWebUrl`. */

const optional = (description: string) => text(description).nullable();
const markup = "May contain the supplier's HTML: sanitise it before showing it.";

export const authoritySchema = z
  .object({
    forkortelse: text('Abbreviation of the authority.'),
    navn: text('Name of the authority.'),
    type: z
      .enum(authorityTypes)
      .describe('Whether it belongs to the state, or is a municipality or a region.'),
    kommunekode: optional('Kommunekode of a municipality, otherwise null.'),
  })
  .meta({id: 'Myndighed'});

export const authorityList = z.array(authoritySchema).meta({id: 'Myndigheder'});

export const listedForm = z
  .object({
    titel: text('Title of the form.'),
    kortBeskrivelse: optional(`Short description. ${markup}`),
    myndighed: authoritySchema.describe(
      'Authority that shows the form: that of the request, otherwise the first one.',
    ),
    antalMyndigheder: z.int().min(1).describe('Number of authorities that show the form.'),
    permalink: text("Name of the form at the authority: the last part of the intro page's URL."),
    url: url('URL of the intro page on the portal. Null without `portal.url` in the portal file.').nullable(),
  })
  .meta({id: 'Formularlistepost'});

export const formList = z
  .object({
    antal: z.int().min(0).describe('Number of forms on all pages.'),
    naeste: optional('Value of `efter` for the next page; null on the last one.'),
    formularer: z.array(listedForm).describe('The forms of this page, the best matches first.'),
  })
  .meta({id: 'Formularliste'});

export const lawLink = z
  .object({titel: text('Title of the law; may be empty.'), url: text('URL of the law.')})
  .meta({id: 'Lovhenvisning'});

const formTypes = [...new Set([...formTypesV1, ...formTypesV2])];

export const introPage = z
  .object({
    titel: text('Title of the form.'),
    kortBeskrivelse: optional(`Short description. ${markup}`),
    beskrivelse: optional(`Description. ${markup}`),
    forudsaetninger: optional(`What the user must have ready. ${markup}`),
    trin: z.array(z.string()).describe(`The steps that have text, in order. ${markup}`),
    kontaktInformation: optional(`Contact information for the user. ${markup}`),
    hjaelp: optional(`Additional help for the user. ${markup}`),
    fritekst1: optional(`Free text. ${markup}`),
    fritekst2: optional(`Free text. ${markup}`),
    fritekst3: optional(`Free text. ${markup}`),
    urlTilLovstof: z.array(lawLink).describe('The legislation.'),
    urlTilVejledning: writtenUrl('URL of guidance.').nullable(),
    skabelon: z.int().nullable().describe("Number of the intro page's template."),
    formularType: z.enum(formTypes).describe('How the portal shows the solution.'),
    aktivTopIntegrationsform: optional(
      "How a solution of the type `aktiv-top` loads the portal's JavaScript.",
    ),
    urlProd: writtenUrl('URL of the solution. Null if the form has none.').nullable(),
    kraeverSSO: z.boolean().describe('Whether the solution requires login.'),
    loesningsUrl: url("URL of the solution through the portal's login. Null if `url` is null.").nullable(),
    eidPersonLinkProd: optional('Login URL for eIDAS (private person).'),
    eidVirksomhedLinkProd: optional('Login URL for eIDAS (employee).'),
    ssiLinkProd: optional('Login link for SSI.'),
    startKnapTekst: optional(`Text of the start button. ${markup}`),
    myndighed: authoritySchema.describe('The authority in the URL of the request.'),
    permalink: text("Name of the form at the authority: the last part of the intro page's URL."),
    url: url('URL of the intro page on the portal. Null without `portal.url` in the portal file.').nullable(),
  })
  .meta({id: 'Formularside'});

export type FormList = z.infer<typeof formList>;
export type IntroPage = z.infer<typeof introPage>;
export type PublicAuthority = z.infer<typeof authoritySchema>;

export function toAuthority({forkortelse, navn, type, kommunekode}: Authority): PublicAuthority {
  return {forkortelse, navn, type, kommunekode: kommunekode ?? null};
}

export function toFormList(
  {total, page, hasMore}: FoundForms,
  {myndighed, kommunekode}: Pick<FormQuery, 'myndighed' | 'kommunekode'>,
  portal: Portal,
): FormList {
  const last = page.at(-1);
  return {
    antal: total,
    naeste: hasMore && last ? writeCursor(last) : null,
    formularer: page.flatMap(({form}) => {
      const exhibitors = exhibitorsOf(form, portal);
      const isNamed = (authority: Authority) =>
        (myndighed === undefined || authority.forkortelse === myndighed) &&
        (kommunekode === undefined || authority.kommunekode === kommunekode);
      const shown = exhibitors.find(isNamed) ?? exhibitors[0];
      if (!shown) return [];
      return {
        titel: form.fields.titel,
        kortBeskrivelse: form.fields.kortBeskrivelse ?? null,
        myndighed: toAuthority(shown),
        antalMyndigheder: exhibitors.length,
        permalink: form.permalink,
        url: formUrl(portal, shown, form.permalink),
      };
    }),
  };
}

/** Returns an intro page: only the fields that its schema lists, so that new fields are internal by default. */
export function toIntroPage(variant: Variant, authority: Authority, portal: Portal): IntroPage {
  const {fields, permalink} = variant;
  return {
    ...(valuesOf(Object.keys(introPage.shape), variant) as IntroPage),
    trin: stepsOf(fields.trin ?? ''),
    urlTilLovstof: fields.urlTilLovstof ?? [],
    kraeverSSO: fields.kraeverSSO ?? false,
    loesningsUrl: solutionUrl(portal, authority, permalink),
    eidPersonLinkProd: toWebUrl(fields.eidPersonLinkProd),
    eidVirksomhedLinkProd: toWebUrl(fields.eidVirksomhedLinkProd),
    ssiLinkProd: toWebUrl(fields.ssiLinkProd),
    myndighed: toAuthority(authority),
    permalink,
    url: formUrl(portal, authority, permalink),
  };
}

/** Matches what follows the number and the dot of a date, such as `1. marts`, or of a part of a year: such a number is not that of a step. */
const ofDate =
  /^(?:kvartal|halvår|jan(?:uar)?|feb(?:ruar)?|mar(?:ts)?|apr(?:il)?|maj|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\p{L})/iu;

/** Returns whether markup has more than tags and spaces. */
const hasText = (markup: string) => isVisible(markup.replace(/<[a-z!/?][^<>]*>|&nbsp;/gi, ''));

/** Returns the items of a list, or the lines of a text, that have text. If all have a number or a sign, leaves these out: pages number the steps. */
function stepsOf(trin: string): string[] {
  const [, items = ''] = /^<[ou]l\b[^>]*>([^]*)<\/[ou]l>$/i.exec(trin.trim()) ?? [];
  const isList = items !== '' && !/<[ou]l\b/i.test(items);
  const parts = isList ? items.split(/<li\b[^<>]*>|<\/li>/i) : trin.split(/\r\n?|\n/);
  const steps = parts.map(step => step.trim()).filter(hasText);
  const bare = steps.map((step, at) => {
    const [mark, number] = /^(?:(\d+)[.)]|[-–•*])\s+/.exec(step) ?? [];
    if (mark === undefined) return undefined;
    const rest = step.slice(mark.length);
    const isOfStep = Number(number) === at + 1 && !ofDate.test(rest);
    return number === undefined || isOfStep ? rest : undefined;
  });
  return bare.every(step => step !== undefined) ? bare : steps;
}

/** Returns a login link if it is an http or https URL: suppliers may write anything there, such as `javascript:`. */
function toWebUrl(text: string | null | undefined): string | null {
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
