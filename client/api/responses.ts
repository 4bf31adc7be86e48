/*
 * The fields of the service's responses that the models and views of the elements read. If an element needs another
 * field, add it here; `/openapi.json` lists all. Keep the service's Danish names: `client/testing/responses.ts` does
 * not compile if the service lacks a field.
 */

/** The body of every error. */
export interface ErrorBody {
  /** The error, and how to correct it, in English. */
  readonly message: string;
  /** Messages about fields and parameters, by name. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The states of an app on a dashboard (interface D). */
export type AppState = 'hidden' | 'active' | 'deactive';

/** `GET /dashboard/1/apps/state`: each known app of the request, by name. */
export type AppStatesResponse = Record<string, {state: AppState}>;

/** `PUT /dashboard/1/apps/state`: whether the app is active now, by name. */
export type AppActivationResponse = Record<string, boolean>;

/** `GET` and `PUT /dashboard/1/apps/order`. */
export interface AppOrderResponse {
  /** Names of apps, the first one first. */
  readonly apps: readonly string[];
  /** With `locked=true`: names of locked apps. */
  readonly locked?: readonly string[];
}

/** The marks of a deadline for a company. */
export interface CompanyMarks {
  /** Whether the person has read the deadline. */
  isLaest: boolean;
  /** Whether the company has hidden the deadline. */
  isSlettet: boolean;
  /** Whether the company has done what is due. */
  isKlaret: boolean;
  /** When and by whom the deadline was marked as done. `navn` is null if the token had no name. */
  klaret: {tid: string; navn: string | null} | null;
}

/** A deadline (interface E). */
interface FristTexts {
  fristId: number;
  afsenderCvr: string;
  afsenderNavn: string;
  /** `dd-MM-yyyy`. */
  fristDato: string;
  overskrift: string;
  /** The authority's HTML: not trusted. */
  beskrivelse: string;
  /** The page where the company does what is due. */
  link?: string | undefined;
}

/** A deadline of one company. */
export interface CompanyFrist extends FristTexts, CompanyMarks {}

/** A deadline of the caller's companies. */
export interface SharedFrist extends FristTexts {
  virksomheder: (CompanyMarks & {cvr: string})[];
}

/** A deadline that was marked, with the companies that the request named and that have it. */
export type MarkedFrist = Omit<SharedFrist, 'beskrivelse'>;

/** A link for calendar apps, of the person (interface E). */
export interface CalendarLink {
  id: string;
  navn: string;
  virksomheder: {cvr: string; navn?: string | undefined}[];
  /** RFC 3339. */
  oprettet: string;
}

/** A link that contains a company. */
export interface CompanyLink extends Omit<CalendarLink, 'virksomheder'> {
  /** Whether the person has created it. */
  isMin: boolean;
}

/** The person's choice of mails before deadlines. */
export interface Mails {
  /** Null: the person gets no mails. */
  email: string | null;
  /** Numbers of days before a deadline. */
  dage: number[];
  virksomheder: {cvr: string; navn?: string | undefined}[];
  /** Whether the service adds companies that later tokens name. */
  alle: boolean;
  sprog: 'da' | 'en';
  isBekraeftet: boolean;
  /** Why the mail server refused a mail; null: it did not. */
  fejl: string | null;
}

/** An authority that publishes a form (interface F). */
export interface Authority {
  forkortelse: string;
  navn: string;
  type: 'stat' | 'kommune' | 'region';
}

/** A form that a search found. */
export interface FoundForm {
  titel: string;
  /** HTML of the supplier: not trusted. */
  kortBeskrivelse: string | null;
  myndighed: Authority;
  /** The number of authorities that show the form. */
  antalMyndigheder: number;
  permalink: string;
  /** The URL of the intro page. Null without `portal.url` in the portal file. */
  url: string | null;
}

/** `GET /formularer/1`: a page of forms. */
export interface FormList {
  /** The number of forms on all pages. */
  antal: number;
  /** Value of `efter` for the next page; null on the last one. */
  naeste: string | null;
  formularer: FoundForm[];
}

/** The intro page of a published form. Its texts are HTML of the supplier: not trusted. `titel` is plain text. */
export interface IntroPage {
  titel: string;
  kortBeskrivelse: string | null;
  beskrivelse: string | null;
  forudsaetninger: string | null;
  trin: string[];
  kontaktInformation: string | null;
  hjaelp: string | null;
  fritekst1: string | null;
  fritekst2: string | null;
  fritekst3: string | null;
  urlTilLovstof: {titel: string; url: string}[];
  urlTilVejledning: string | null;
  /** How the portal shows the solution. */
  formularType: string;
  urlProd: string | null;
  kraeverSSO: boolean;
  /** The URL of the solution through the portal's login. */
  loesningsUrl: string | null;
  eidPersonLinkProd: string | null;
  eidVirksomhedLinkProd: string | null;
  ssiLinkProd: string | null;
  startKnapTekst: string | null;
  myndighed: Authority;
  url: string | null;
}

/** A form variant as editors see it (interface G). Dates are in Danish time, such as `2026-01-01T00:00:00+0100`. */
export interface EditorialForm {
  diaId: string;
  titel: string;
  leverandoer: string;
  /** Names of the authorities that show the form. */
  myndigheder: string[];
  /** The intro page; null if the form is not published. */
  url: string | null;
  tilstand: 'publiceret' | 'planlagt' | 'afpubliceret';
  /** Keywords that the supplier suggests; in a list, the first 1,000 characters. */
  forslagTilSoegeord: string | null;
  soegeord: string | null;
  /** Whether the suggestion has changed since an editor last saved the variant. */
  nyeForslag: boolean;
  publiceringsdato: string | null;
  afpubliceringsdato: string | null;
}

/** `GET /redaktion/1/overblik`: numbers of variants, and yearly submissions by authority. */
export interface EditorialOverview {
  tilstande: Record<EditorialForm['tilstand'], number>;
  nyeForslag: number;
  /** `tekst` is null for variants without a value. */
  forventetDigital: {tekst: string | null; antal: number}[];
  myndigheder: {navn: string; aarlige: number; digitale: number}[];
}

/** `GET /redaktion/1/formularer`: a page of variants, which may be empty and have a next one. */
export interface EditorialPage {
  /** Value of `efter` for the next page; null on the last one. */
  naeste: string | null;
  formularer: EditorialForm[];
}
