import type {Both} from '../settings.ts';
import {type Method, pathV1} from './interfaces.ts';

/** A supplier, and optionally one of its forms. */
export interface Selection {
  cvr: string;
  egetId?: string;
  diaId?: string;
  /** The egetId of a form to create or restore. */
  newId?: string;
}

/** A template of a request to interface A or B. */
export interface Template {
  interface: 'A' | 'B';
  method: Method;
  label: Both;
  path: (selection: Selection) => string;
  /** Returns a valid example. */
  body?: (selection: Selection) => Record<string, unknown>;
}

const egetIdPathV1 = ({egetId = 'jord-1'}: Selection) => `/dia/1/formular/${encodeURIComponent(egetId)}`;
const pathV2 = (cvr: string, egetId: string) => `/dia/2/formular/${cvr}/${encodeURIComponent(egetId)}`;
const egetIdPathV2 = ({cvr, egetId = 'jord-1'}: Selection) => pathV2(cvr, egetId);

const newId = 'ny-formular';
const solution = {formularType: 'integration-ekstern-link', urlProd: 'https://example.dk/'};

const [read, create, change, remove] = [
  ['læs', 'read'],
  ['opret', 'create'],
  ['ret', 'change'],
  ['slet', 'delete'],
] as const;

export const templates: readonly Template[] = [
  {interface: 'A', method: 'GET', label: read, path: ({diaId = '30272.1'}) => pathV1(diaId)},
  {
    interface: 'A',
    method: 'POST',
    label: create,
    path: () => '/dia/1/formular',
    body: selection => ({
      egetId: selection.newId ?? newId,
      masterId: 30233,
      titel: 'Ansøg om opstilling af container',
      kortBeskrivelse: 'Søg, før du stiller en container på vejen.',
      valgteMyndigheder: [101, 751],
      ...solution,
    }),
  },
  {
    interface: 'A',
    method: 'PUT',
    label: change,
    path: egetIdPathV1,
    body: () => ({kortBeskrivelse: 'Det tager ti minutter.', valgteMyndigheder: [101, 461, 851]}),
  },
  {interface: 'A', method: 'DELETE', label: remove, path: egetIdPathV1},
  {
    interface: 'B',
    method: 'GET',
    label: ['læs listen', 'read the list'],
    path: ({cvr}) => `/dia/2/formular/${cvr}`,
  },
  {interface: 'B', method: 'GET', label: read, path: egetIdPathV2},
  {
    interface: 'B',
    method: 'PUT',
    label: create,
    path: selection => pathV2(selection.cvr, selection.newId ?? newId),
    body: () => ({
      titel: 'Ansøg om tilskud til digitalisering',
      kortBeskrivelse: 'Til mindre virksomheder, der vil i gang.',
      udstillere: 'ERST',
      ...solution,
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
    label: change,
    path: egetIdPathV2,
    body: () => ({kortBeskrivelse: 'Det tager ti minutter.', afpubliceringsdato: '2035-12-31'}),
  },
  {interface: 'B', method: 'DELETE', label: remove, path: egetIdPathV2},
];
