import type {Both} from '../language.ts';
import {pathV1} from './form.ts';
import type {Method} from './send-as.ts';

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
  path(selection: Selection): string;
  /** Returns a valid example. */
  body?: (selection: Selection) => Record<string, unknown>;
}

const newIdOf = ({newId = 'ny-formular'}: Selection) => newId;
const egetIdOf = ({egetId = 'jord-1'}: Selection) => egetId;

const egetIdPathV1 = (selection: Selection) => `/dia/1/formular/${encodeURIComponent(egetIdOf(selection))}`;
const pathV2 = (cvr: string, egetId: string) => `/dia/2/formular/${cvr}/${encodeURIComponent(egetId)}`;
const selectedPathV2 = (selection: Selection) => pathV2(selection.cvr, egetIdOf(selection));

const create = {da: 'opret', en: 'create'};
const read = {da: 'læs', en: 'read'};
const change = {da: 'ret', en: 'change'};
const remove = {da: 'slet', en: 'delete'};

export const templates: readonly Template[] = [
  {
    interface: 'A',
    method: 'GET',
    label: read,
    path: ({diaId = '30272.1'}) => pathV1(diaId),
  },
  {
    interface: 'A',
    method: 'POST',
    label: create,
    path: () => '/dia/1/formular',
    body: selection => ({
      egetId: newIdOf(selection),
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
    label: change,
    path: egetIdPathV1,
    body: () => ({kortBeskrivelse: 'Det tager ti minutter.', valgteMyndigheder: [101, 461, 851]}),
  },
  {interface: 'A', method: 'DELETE', label: remove, path: egetIdPathV1},
  {
    interface: 'B',
    method: 'GET',
    label: {da: 'læs listen', en: 'read the list'},
    path: ({cvr}) => `/dia/2/formular/${cvr}`,
  },
  {interface: 'B', method: 'GET', label: read, path: selectedPathV2},
  {
    interface: 'B',
    method: 'PUT',
    label: create,
    path: selection => pathV2(selection.cvr, newIdOf(selection)),
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
    label: change,
    path: selectedPathV2,
    body: () => ({kortBeskrivelse: 'Det tager ti minutter.', afpubliceringsdato: '2035-12-31'}),
  },
  {interface: 'B', method: 'DELETE', label: remove, path: selectedPathV2},
];
