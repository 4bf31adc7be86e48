/* Interface F, in which anyone finds and reads published forms, for the table of `interfaces.ts`. Add an operation to
 * `publicFormInterface`, and a field to `representations.ts`; then run `npm run docs`. Elements and other clients use
 * the present paths, keys and status codes: keep them. Limit each visitor (`requireAdmission`). */

import type {Context} from 'koa';

import type {Admit} from '../../http/admission.ts';
import {networkOfSocket} from '../../http/addresses.ts';
import {isKnown} from '../../http/etag.ts';
import {composed} from '../../http/fields.ts';
import {notModified, ok} from '../../http/reply.ts';
import type {VisitorNetwork} from '../../http/visitors.ts';
import {Problem} from '../../problem.ts';
import {type CallerLimit, requireWithin} from '../../http/caller-limit.ts';
import {memoize} from '../../memoize.ts';
import {inPath} from '../../operations/parameters.ts';
import {type Interface, operationsFor} from '../../operations/operation.ts';
import type {Authority, CurrentPortal, Portal} from '../../portal/portal.ts';
import {versionTag, withTexts} from '../operations-common.ts';
import type {Registry} from '../registry.ts';
import {exhibitorsOf, publicationOf, publicationState, type Variant} from '../variant.ts';
import type {Catalogue} from './catalogue.ts';
import {formQuery} from './query.ts';
import {
  authorityList,
  formList,
  type FormList,
  introPage,
  type IntroPage,
  toAuthority,
  toFormList,
  toIntroPage,
} from './representations.ts';
import {sortKeyOf} from './words.ts';

export interface PublicFormServices {
  readonly registry: Pick<Registry, 'findAt' | 'get'>;
  readonly catalogue: Catalogue;
  readonly portal: CurrentPortal;
  /** Limits the requests in flight of one network. */
  readonly admit: Admit;
  readonly visitorNetwork: VisitorNetwork;
  /** Limits the requests of each network in a minute. `undefined`: no limit. */
  readonly publicLimit: CallerLimit | undefined;
}

/** The maximum age of cached responses, in seconds. */
const maxAge = 5;

const base = '/formularer/1';

const refusals = {429: 'Too many requests from the same IP address.'};
const unavailable = {503: 'The store cannot be reached at the moment.'};

const exampleAuthority = {
  forkortelse: 'SKST',
  navn: 'Skattestyrelsen',
  type: 'stat' as const,
  kommunekode: null,
};

const exampleList: FormList = {
  antal: 1,
  naeste: null,
  formularer: [
    {
      titel: 'Indberet moms',
      kortBeskrivelse: 'Indberet momsen for en periode.',
      myndighed: exampleAuthority,
      antalMyndigheder: 1,
      permalink: 'Indberet_moms',
      url: 'https://portal.example.dk/myndigheder/stat/SKST/Indberet_moms',
    },
  ],
};

const examplePage: IntroPage = {
  titel: 'Indberet moms',
  kortBeskrivelse: 'Indberet momsen for en periode.',
  beskrivelse: null,
  forudsaetninger: null,
  trin: ['Vælg periode', 'Skriv tallene', 'Send'],
  kontaktInformation: null,
  hjaelp: null,
  fritekst1: null,
  fritekst2: null,
  fritekst3: null,
  urlTilLovstof: [{titel: 'Momsloven', url: 'https://www.retsinformation.dk/'}],
  urlTilVejledning: null,
  skabelon: 2,
  formularType: 'integration-ekstern-link',
  aktivTopIntegrationsform: null,
  urlProd: 'https://moms.example.dk/',
  kraeverSSO: false,
  loesningsUrl: 'https://portal.example.dk/nemlogin/login?f=/integration/SKST/Indberet_moms',
  eidPersonLinkProd: null,
  eidVirksomhedLinkProd: null,
  ssiLinkProd: null,
  startKnapTekst: null,
  myndighed: exampleAuthority,
  permalink: 'Indberet_moms',
  url: 'https://portal.example.dk/myndigheder/stat/SKST/Indberet_moms',
};

const operation = operationsFor<PublicFormServices, undefined>();

/** Interface F: the published forms for citizens and companies. `docs/reference/api-published-forms.md` documents it. */
export const publicFormInterface: Interface<'anyone', PublicFormServices, undefined> = {
  letter: 'F',
  tag: 'Published forms',
  description:
    'Interface F: the published forms of the portal, for anyone and for pages of any origin. A form is published according to its dates, and ' +
    'only if the portal file lists its supplier and one of its authorities.',
  caller: 'anyone',
  isForAnyPage: true,
  authorise: () => undefined,
  operations: [
    operation('soegFormularer', 'get', base, {
      summary: 'Search the published forms',
      description:
        'Returns the published forms that have all words of `soeg` in their title, keywords or short description, also inside longer words. ' +
        'The best matches are first. Case, accents and the order of the words do not matter. The service finds a change within ' +
        'five seconds.',
      query: formQuery,
      response: {description: 'The forms.', schema: formList, example: exampleList},
      refusals: {400: 'A parameter is invalid.', ...refusals, ...unavailable},
      async handle({context, query}, services) {
        const network = requireAdmission(context, services);
        const {catalogue, portal} = services;
        return ok(toFormList(await catalogue.search(query, network), query, portal()), {maxAge});
      },
    }),
    operation('hentMyndigheder', 'get', `${base}/myndigheder`, {
      summary: 'List the authorities of the portal',
      description:
        'Returns the authorities that may show forms, sorted by name, with their values of `myndighed` and `kommunekode` for a search.',
      response: {description: 'The authorities.', schema: authorityList, example: [exampleAuthority]},
      refusals,
      handle({context}, services) {
        requireAdmission(context, services);
        return ok(authoritiesOf(services.portal()), {maxAge});
      },
    }),
    operation('hentFormularside', 'get', `${base}/{myndighedsforkortelse}/{permalink}`, {
      summary: 'Read the intro page of a published form',
      description:
        'Returns what the intro page of a form shows. The response has no test URLs, key figures, internal comments or JavaScript of the supplier.',
      parameters: [
        inPath('myndighedsforkortelse', 'Abbreviation of the authority that shows the form.', 'SKST'),
        inPath(
          'permalink',
          "Name of the form at the authority: the last part of the intro page's URL.",
          'Indberet_moms',
        ),
      ],
      response: {description: 'The intro page.', schema: introPage, example: examplePage},
      refusals: {
        404: 'The authority shows no published form with that permalink.',
        ...refusals,
        ...unavailable,
      },
      async handle({context, params: {myndighedsforkortelse = '', permalink = ''}}, services) {
        requireAdmission(context, services);
        const {portal: currentPortal, registry} = services;
        const portal = currentPortal();
        const authority = portal.authoritiesByAbbreviation.get(composed(myndighedsforkortelse));
        if (!authority) throw unknownPage();
        const {myndighedsid} = authority;
        const head = requireShown(await registry.findAt(myndighedsid, permalink), authority, portal);
        const tag = versionTag(myndighedsid, head, portal);
        if (isKnown(context, tag)) return notModified(tag, maxAgeOf(head, portal));
        const show = (variant: Variant) => ({
          value: toIntroPage(requireShown(variant, authority, portal), authority, portal),
          tag: versionTag(myndighedsid, variant, portal),
          maxAge: () => maxAgeOf(variant, portal),
        });
        return withTexts(registry, head, show, tag);
      },
    }),
  ],
};

const unknownPage = () => new Problem(404, 'The authority shows no published form with that permalink.');

/** Returns a variant that the portal shows at an authority. @throws {Problem} 404 */
function requireShown(variant: Variant | undefined, authority: Authority, portal: Portal): Variant {
  const isShown =
    variant &&
    publicationState(variant, portal, Date.now()) === 'publiceret' &&
    exhibitorsOf(variant, portal).includes(authority);
  if (!isShown) throw unknownPage();
  return variant;
}

/** Returns for how many seconds caches may keep an intro page: at most until the form is unpublished. */
function maxAgeOf(variant: Variant, portal: Portal): number {
  const seconds = Math.floor((publicationOf(variant, portal).until - Date.now()) / 1_000);
  return Math.max(0, Math.min(maxAge, seconds));
}

const authoritiesOf = memoize(({authorities}: Portal) => {
  const sorted = [...authorities.values()].map(authority => ({authority, key: sortKeyOf(authority.navn)}));
  sorted.sort((one, other) => (one.key < other.key ? -1 : 1));
  return sorted.map(({authority}) => toAuthority(authority));
});

/**
 * Returns the network by which limits count the request; `undefined` without a limit, and for a proxy, which limits each visitor itself.
 *
 * @throws {Problem} 429 when an IP address sends too many requests, in a minute or at once.
 */
function requireAdmission(
  context: Context,
  {visitorNetwork, publicLimit, admit}: PublicFormServices,
): string | undefined {
  const network = publicLimit && visitorNetwork(context.req);
  if (publicLimit && network !== undefined) {
    const reason = 'Too many requests from an IP address.';
    requireWithin(publicLimit(network), 'Too many requests from your IP address.', reason);
  }
  admit(context, `address:${networkOfSocket(context.req.socket)}`);
  return network;
}
