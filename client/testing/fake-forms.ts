import type {FormList, IntroPage} from '../../server/forms/public/representations.ts';
import {type FakeNetwork, fakeNetwork} from './fake-network.ts';

/**
 * A fake of interface F, for the tests and states of the form elements. If an element sends another request, respond to it here as the service
 * does. A search finds a form if its title contains the whole text.
 */
export interface FakeForms extends FakeNetwork {
  readonly forms: IntroPage[];
}

const erst = {forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', type: 'stat' as const, kommunekode: null};
const aeroe = {forkortelse: 'Aeroe', navn: 'Ærø Kommune', type: 'kommune' as const, kommunekode: '492'};
const pageLength = 20;

/** Returns a form with the required fields. */
export const plainForm = (fields: Partial<IntroPage> = {}): IntroPage => ({
  titel: 'Anmeldelse af udstationering',
  kortBeskrivelse: null,
  beskrivelse: null,
  forudsaetninger: null,
  trin: [],
  kontaktInformation: null,
  hjaelp: null,
  fritekst1: null,
  fritekst2: null,
  fritekst3: null,
  urlTilLovstof: [],
  urlTilVejledning: null,
  skabelon: null,
  formularType: 'integration-ekstern-link',
  aktivTopIntegrationsform: null,
  urlProd: 'https://solution.example.dk/start',
  kraeverSSO: false,
  loesningsUrl: 'https://portal.example.dk/nemlogin/login?f=/integration/ERST/Anmeldelse',
  eidPersonLinkProd: null,
  eidVirksomhedLinkProd: null,
  ssiLinkProd: null,
  startKnapTekst: null,
  myndighed: erst,
  permalink: 'Anmeldelse',
  url: 'https://portal.example.dk/myndigheder/stat/ERST/Anmeldelse',
  ...fields,
});

/** Returns a form with every field. */
export const wholeForm = (fields: Partial<IntroPage> = {}): IntroPage =>
  plainForm({
    kortBeskrivelse: 'Anmeld <b>udenlandske</b> medarbejdere.',
    beskrivelse: '<p>Virksomheder skal anmelde, før arbejdet begynder.</p>',
    forudsaetninger: '<ul><li>CVR-nummer</li><li>Adresse</li></ul>',
    trin: ['Log på', 'Udfyld', 'Send'],
    kontaktInformation: 'Ring på <a href="tel:+4535291000">35 29 10 00</a>.',
    hjaelp: 'Spørg os.',
    fritekst1: '<p>Gebyr: 0 kr.</p>',
    urlTilLovstof: [{titel: 'Udstationeringsloven', url: 'https://www.retsinformation.dk/eli/1'}],
    urlTilVejledning: 'https://erst.example.dk/vejledning',
    kraeverSSO: true,
    eidPersonLinkProd: 'https://eid.example.dk/person',
    eidVirksomhedLinkProd: 'https://eid.example.dk/company',
    ssiLinkProd: 'https://ssi.example.dk/',
    startKnapTekst: 'Begynd <b>anmeldelsen</b> &amp; fortsæt',
    ...fields,
  });

export function fakeForms(forms: IntroPage[]): FakeForms {
  const network = fakeNetwork(({url}) => {
    const [, , , authority, permalink] = url.pathname.split('/');
    if (authority === undefined) return Response.json(search(url.searchParams));
    if (permalink === undefined) return Response.json([aeroe, erst]);
    const form = forms.find(
      each => each.myndighed.forkortelse === authority && each.permalink === decodeURIComponent(permalink),
    );
    return form ? Response.json(form) : Response.json({code: 404, message: 'Unknown'}, {status: 404});
  });

  function search(parameters: URLSearchParams): FormList {
    const text = parameters.get('soeg') ?? '';
    const matches = (name: string, value: string | null) => ['', null, value].includes(parameters.get(name));
    const found = forms.filter(
      ({titel, myndighed}) =>
        titel.toLowerCase().includes(text.toLowerCase()) &&
        matches('kommunekode', myndighed.kommunekode) &&
        matches('myndighed', myndighed.forkortelse),
    );
    const start = Number(parameters.get('efter') ?? 0);
    const end = start + Number(parameters.get('antal') ?? pageLength);
    return {
      antal: found.length,
      naeste: found.length > end ? String(end) : null,
      formularer: found.slice(start, end).map(({titel, kortBeskrivelse, myndighed, permalink, url}) => ({
        ...{titel, kortBeskrivelse, myndighed, permalink, url},
        antalMyndigheder: myndighed === aeroe ? 3 : 1,
      })),
    };
  }

  return {...network, forms};
}

/** Returns more than a page of forms, of two authorities. */
export const manyForms = (): IntroPage[] => [
  ...Array.from({length: 25}, (_, place) =>
    plainForm({titel: `Tilladelse ${place + 1}`, permalink: `Tilladelse_${place + 1}`}),
  ),
  plainForm({
    titel: 'Anmeld jordflytning',
    permalink: 'Jord',
    myndighed: aeroe,
    kortBeskrivelse: 'Flyt <i>jord</i>.',
  }),
];
