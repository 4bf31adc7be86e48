import {z} from 'zod';

import {authorityTypes} from '../../portal/schema.ts';
import {formTypesV1, formTypesV2} from '../form-types.ts';

const text = (description: string) => z.string().describe(description);
const optional = (description: string) => text(description).nullable();
const url = (description: string) => text(description).meta({format: 'uri'}).nullable();
const markup = 'May contain HTML of the supplier: sanitise it before it becomes part of a page.';

export const authoritySchema = z.object({
  forkortelse: text('Abbreviation of the authority.'),
  navn: text('Name of the authority.'),
  type: z.enum(authorityTypes).describe('Whether it belongs to the state, or is a municipality or a region.'),
  kommunekode: optional('Kommunekode of a municipality, otherwise null.'),
});

export const authorityList = z.array(authoritySchema);

export const listedForm = z.object({
  titel: text('Title of the form.'),
  kortBeskrivelse: optional(`Short description. ${markup}`),
  myndighed: authoritySchema.describe(
    'Authority that shows the form: the one that the search names, otherwise the first one.',
  ),
  antalMyndigheder: z.int().min(1).describe('How many authorities show the form.'),
  permalink: text("Name of the form at the authority: the last part of the intro page's URL."),
  url: url("URL of the intro page on the portal. Null where the portal's own URL is not configured."),
});

export const formList = z.object({
  antal: z.int().min(0).describe('How many forms there are on all pages.'),
  naeste: optional('Value of `efter` for the next page; null on the last one.'),
  formularer: z.array(listedForm).describe('The forms of this page, the best first.'),
});

export const lawLink = z.object({
  titel: text('Title of the law; may be empty.'),
  url: text('URL of the law.'),
});

const formTypes = [...new Set([...formTypesV1, ...formTypesV2])];

export const introPage = z.object({
  titel: text('Title of the form.'),
  kortBeskrivelse: optional(`Short description. ${markup}`),
  beskrivelse: optional(`Description. ${markup}`),
  forudsaetninger: optional(`What the user must have ready. ${markup}`),
  trin: z.array(z.string()).describe(`The steps, in order. ${markup}`),
  kontaktInformation: optional(`Whom the user can ask. ${markup}`),
  hjaelp: optional(`Additional help for the user. ${markup}`),
  fritekst1: optional(`Free text. ${markup}`),
  fritekst2: optional(`Free text. ${markup}`),
  fritekst3: optional(`Free text. ${markup}`),
  urlTilLovstof: z.array(lawLink).describe('The legislation.'),
  urlTilVejledning: url('URL of guidance.'),
  skabelon: z.int().nullable().describe("Number of the intro page's template."),
  formularType: z.enum(formTypes).describe('How the portal shows the solution.'),
  aktivTopIntegrationsform: optional("How a solution of the type `aktiv-top` loads the portal's JavaScript."),
  urlProd: url('URL of the solution. Null where it has none.'),
  kraeverSSO: z.boolean().describe('Whether the solution requires login.'),
  loesningsUrl: url("URL of the solution through the portal's login. Null where `url` is."),
  eidPersonLinkProd: url('Login URL for eIDAS (private person).'),
  eidVirksomhedLinkProd: url('Login URL for eIDAS (employee).'),
  ssiLinkProd: url('Login link for SSI.'),
  startKnapTekst: optional(`Text of the start button. ${markup}`),
  myndighed: authoritySchema.describe('Authority that shows the form here.'),
  permalink: text("Name of the form at the authority: the last part of the intro page's URL."),
  url: url("URL of the intro page on the portal. Null where the portal's own URL is not configured."),
});

export type FormList = z.infer<typeof formList>;
export type IntroPage = z.infer<typeof introPage>;
export type PublicAuthority = z.infer<typeof authoritySchema>;
