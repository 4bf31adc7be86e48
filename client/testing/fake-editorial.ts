import type {EditorialForm, EditorialOverview} from '../api/responses.ts';
import {type FakeNetwork, fakeNetwork} from './fake-network.ts';

/**
 * A fake of interface G, for the tests and states of `<tavle-editorial>`. If the element sends another request, respond to it here as the service
 * does. A search finds a form if its title, keywords or suggestion contain the whole text.
 */
export interface FakeEditorial extends FakeNetwork {
  /** The stored forms, in the order of their last change. */
  readonly forms: EditorialForm[];
  /** The maximum number of forms that a page looks at. */
  maxExamined: number;
  /** Called before each response. */
  onRequest: (method: string) => void;
  /** Changes a form, as its supplier or another editor does. */
  change(diaId: string, fields: Partial<EditorialForm>): void;
}

export const editorialForm = (diaId: string, fields: Partial<EditorialForm> = {}): EditorialForm => ({
  diaId,
  titel: `Formular ${diaId}`,
  leverandoer: 'Dafolo A/S',
  myndigheder: ['Skattestyrelsen'],
  url: `https://portal.example/${diaId}`,
  tilstand: 'publiceret',
  forslagTilSoegeord: 'moms, afgift',
  soegeord: 'afgift',
  nyeForslag: false,
  publiceringsdato: '2020-01-01T00:00:00+0100',
  afpubliceringsdato: null,
  ...fields,
});

export function fakeEditorial(forms: EditorialForm[]): FakeEditorial {
  const versions = new Map<string, number>();
  const tagOf = (id: string) => `"${id}-${versions.get(id) ?? 0}"`;

  const network = fakeNetwork(({method, url, body, ifMatch}) => {
    service.onRequest(method);
    if (url.pathname.endsWith('/overblik')) return Response.json(overview());
    if (url.pathname.endsWith('/noegletal')) return new Response('diaId;titel');
    const id = decodeURIComponent(url.pathname.split('/')[4] ?? '');
    if (!id) return Response.json(list(url.searchParams));
    const form = forms.find(({diaId}) => diaId === id);
    if (!form) return refuse(404);
    if (method === 'GET') return Response.json(form, {headers: {etag: tagOf(id)}});
    if (ifMatch !== tagOf(id)) return refuse(412);
    const {soegeord = form.soegeord, ...dates} = body as Partial<EditorialForm>;
    const dateOf = (name: 'publiceringsdato' | 'afpubliceringsdato') => {
      const date = dates[name];
      return date === undefined ? form[name] : (date?.replace(/^(.{16})$/, '$1:00+0100') ?? null);
    };
    const publiceringsdato = dateOf('publiceringsdato');
    const afpubliceringsdato = dateOf('afpubliceringsdato');
    if (publiceringsdato && afpubliceringsdato && afpubliceringsdato < publiceringsdato) return refuse(422);
    const tilstand = stateOf(publiceringsdato, afpubliceringsdato);
    service.change(id, {soegeord, publiceringsdato, afpubliceringsdato, tilstand, nyeForslag: false});
    return Response.json(forms.find(({diaId}) => diaId === id));
  });

  function overview(): EditorialOverview {
    const count = (state: string) => forms.filter(({tilstand}) => tilstand === state).length;
    return {
      tilstande: {
        publiceret: count('publiceret'),
        planlagt: count('planlagt'),
        afpubliceret: count('afpubliceret'),
      },
      nyeForslag: forms.filter(({nyeForslag}) => nyeForslag).length,
      forventetDigital: [
        {tekst: 'Ikke besluttet', antal: 5},
        {tekst: 'Er sket', antal: 15},
      ],
      myndigheder: [
        {navn: 'Skattestyrelsen', aarlige: 900, digitale: 720},
        {navn: 'Miljøstyrelsen', aarlige: 100, digitale: 30},
      ],
    };
  }

  function list(parameters: URLSearchParams) {
    const text = (parameters.get('soeg') ?? '').toLowerCase();
    const start = Number(parameters.get('efter') ?? 0);
    const found: EditorialForm[] = [];
    let place = start;
    const end = Math.min(forms.length, start + service.maxExamined);
    for (; place < end && found.length < Number(parameters.get('antal')); place += 1) {
      const form = forms[place];
      if (!form) break;
      const {titel, soegeord, forslagTilSoegeord, tilstand, nyeForslag} = form;
      const isFound = [titel, soegeord, forslagTilSoegeord].join(' ').toLowerCase().includes(text);
      const isInState = ['', tilstand].includes(parameters.get('tilstand') ?? '');
      if (isFound && isInState && (parameters.get('nye') === 'false' || nyeForslag)) found.push(listed(form));
    }
    return {naeste: place < forms.length ? String(place) : null, formularer: found};
  }

  const service: FakeEditorial = {
    ...network,
    forms,
    maxExamined: 1_000,
    onRequest: () => undefined,
    change(id, fields) {
      const place = forms.findIndex(({diaId}) => diaId === id);
      const [form] = forms.splice(place, 1);
      if (form) forms.push({...form, ...fields});
      versions.set(id, (versions.get(id) ?? 0) + 1);
    },
  };
  return service;
}

const listed = (form: EditorialForm): EditorialForm => ({
  ...form,
  forslagTilSoegeord: form.forslagTilSoegeord?.slice(0, 1_000) ?? null,
});

function stateOf(from: string | null, until: string | null): EditorialForm['tilstand'] {
  const now = new Date().toISOString();
  if (from === null || (until !== null && until < now)) return 'afpubliceret';
  return from < now ? 'publiceret' : 'planlagt';
}

const refuse = (code: number) => Response.json({code, message: 'refused'}, {status: code});

/** Returns forms in each state, two of them with new suggestions. */
export const someForms = (): EditorialForm[] => [
  editorialForm('1.1', {
    titel: 'Anmeld jordflytning',
    tilstand: 'planlagt',
    publiceringsdato: '2030-01-01T09:30:00+0100',
  }),
  editorialForm('1.2', {
    titel: 'Indberet moms',
    forslagTilSoegeord: 'momsangivelse, salgsmoms',
    nyeForslag: true,
  }),
  editorialForm('1.3', {
    titel: 'Ansøg om gravetilladelse',
    leverandoer: 'Kommunernes Leverandør ApS',
    myndigheder: ['Ærø Kommune', 'Københavns Kommune'],
    forslagTilSoegeord: 'vejarbejde',
    soegeord: null,
    nyeForslag: true,
  }),
  editorialForm('1.4', {
    titel: 'Anmeld midlertidigt arrangement',
    tilstand: 'afpubliceret',
    forslagTilSoegeord: null,
    soegeord: null,
    publiceringsdato: null,
  }),
];

/** Returns more than a page of forms. */
export const manyForms = (): EditorialForm[] => [
  ...Array.from({length: 25}, (_, place) => editorialForm(`2.${place + 1}`)),
  ...someForms(),
];
