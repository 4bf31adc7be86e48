import type {Both} from '../language.ts';
import type {Method} from './call.ts';
import {addressV1} from './form.ts';

/** What the visitor is about: a supplier, and perhaps one of its forms. */
export interface Chosen {
  cvr: string;
  egetId?: string;
  diaId?: string;
  /** The egetId for a form that is made, or brought back. */
  newId?: string;
}

/** A call of interface A or B, ready to be filled in. */
export interface Template {
  interface: 'A' | 'B';
  method: Method;
  does: Both;
  path(chosen: Chosen): string;
  /** A valid example. */
  body?: (chosen: Chosen) => Record<string, unknown>;
}

const freshId = ({newId = 'ny-formular'}: Chosen) => newId;
const someId = ({egetId = 'jord-1'}: Chosen) => egetId;

const ownV1 = (chosen: Chosen) => `/dia/1/formular/${encodeURIComponent(someId(chosen))}`;
const inV2 = (cvr: string, egetId: string) => `/dia/2/formular/${cvr}/${encodeURIComponent(egetId)}`;
const ownV2 = (chosen: Chosen) => inV2(chosen.cvr, someId(chosen));

const create = {da: 'opret', en: 'create'};
const read = {da: 'læs', en: 'read'};
const change = {da: 'ret', en: 'change'};
const remove = {da: 'slet', en: 'delete'};

export const templates: readonly Template[] = [
  {
    interface: 'A',
    method: 'GET',
    does: read,
    path: ({diaId = '30272.1'}) => addressV1(diaId),
  },
  {
    interface: 'A',
    method: 'POST',
    does: create,
    path: () => '/dia/1/formular',
    body: chosen => ({
      egetId: freshId(chosen),
      masterId: 30233,
      titel: 'Ansøg om opstilling af container',
      kortBeskrivelse: 'Søg, før du stiller en container på vejen.',
      valgteMyndigheder: [101, 751],
      formularType: 'integration-ekstern-link',
      urlProd: 'https://example.dk/container',
    }),
  },
  {
    interface: 'A',
    method: 'PUT',
    does: change,
    path: ownV1,
    body: () => ({kortBeskrivelse: 'Det tager ti minutter.', valgteMyndigheder: [101, 461, 851]}),
  },
  {interface: 'A', method: 'DELETE', does: remove, path: ownV1},
  {
    interface: 'B',
    method: 'GET',
    does: {da: 'læs listen', en: 'read the list'},
    path: ({cvr}) => `/dia/2/formular/${cvr}`,
  },
  {interface: 'B', method: 'GET', does: read, path: ownV2},
  {
    interface: 'B',
    method: 'PUT',
    does: create,
    path: chosen => inV2(chosen.cvr, freshId(chosen)),
    body: () => ({
      titel: 'Ansøg om tilskud til digitalisering',
      kortBeskrivelse: 'Til mindre virksomheder, der vil i gang.',
      udstillere: 'ERST',
      formularType: 'integration-ekstern-link',
      urlProd: 'https://example.dk/tilskud',
      publiceringsdato: '2024-01-01',
      forventetDigital: 2,
      forventetIdriftSat: 2,
      forventetTilgaengelig: 2,
      forventetIntegreret: 7,
    }),
  },
  {
    interface: 'B',
    method: 'PUT',
    does: change,
    path: ownV2,
    body: () => ({kortBeskrivelse: 'Det tager ti minutter.', afpubliceringsdato: '2035-12-31'}),
  },
  {interface: 'B', method: 'DELETE', does: remove, path: ownV2},
];
