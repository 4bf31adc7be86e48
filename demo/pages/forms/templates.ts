import type {Both} from '../settings.ts';
import examples from './examples.json' with {type: 'json'};
import {pathV1, type SupplierRequest} from './interfaces.ts';

/** A supplier, and optionally one of its forms. */
export interface Selection {
  cvr: string;
  egetId?: string;
  diaId?: string;
  /** The egetId of a form to create or restore. */
  newId?: string;
}

/** A template of a request. */
export interface Template {
  interface: 'A' | 'B';
  method: SupplierRequest['method'];
  label: Both;
  path: (selection: Selection) => string;
  /** Returns a valid example. */
  body?: (selection: Selection) => object;
}

const existing = ({egetId = 'jord-1'}: Selection) => encodeURIComponent(egetId);
const newIdOf = ({newId = 'ny-formular'}: Selection) => newId;
const allV1 = () => '/dia/1/formular';
const allV2 = ({cvr}: Selection) => `/dia/2/formular/${cvr}`;
const oneV1 = (selection: Selection) => `${allV1()}/${existing(selection)}`;
const oneV2 = (selection: Selection) => `${allV2(selection)}/${existing(selection)}`;
const newV2 = (selection: Selection) => `${allV2(selection)}/${encodeURIComponent(newIdOf(selection))}`;
const newFormV1 = (selection: Selection) => ({egetId: newIdOf(selection), ...examples.createV1});

export const firstTemplate: Template = {
  interface: 'A',
  method: 'POST',
  label: ['opret', 'create'],
  path: allV1,
  body: newFormV1,
};

export const templates: readonly Template[] = [
  {interface: 'A', method: 'GET', label: ['læs', 'read'], path: ({diaId = '30272.1'}) => pathV1(diaId)},
  firstTemplate,
  {interface: 'A', method: 'PUT', label: ['ret', 'change'], path: oneV1, body: () => examples.changeV1},
  {interface: 'A', method: 'DELETE', label: ['slet', 'delete'], path: oneV1},
  {interface: 'B', method: 'GET', label: ['læs listen', 'read the list'], path: allV2},
  {interface: 'B', method: 'GET', label: ['læs', 'read'], path: oneV2},
  {interface: 'B', method: 'PUT', label: ['opret', 'create'], path: newV2, body: () => examples.createV2},
  {interface: 'B', method: 'PUT', label: ['ret', 'change'], path: oneV2, body: () => examples.changeV2},
  {interface: 'B', method: 'DELETE', label: ['slet', 'delete'], path: oneV2},
];
