import {readFileSync} from 'node:fs';

import type {z} from 'zod';

import type {CvrCheck} from '../identity/cvr.ts';
import type {AppState} from './app-state.ts';
import {type PortalFile, portalSchema} from './schema.ts';

export type Authority = PortalFile['myndigheder'][number];
export type Supplier = PortalFile['leverandoerer'][number];
export type FormMaster = PortalFile['formularmastre'][number];

/** What the portal file says, made ready for look-ups. */
export interface Portal {
  /** First state by app name. */
  readonly apps: ReadonlyMap<string, AppState>;
  /** By CVR number. */
  readonly authorities: ReadonlyMap<string, Authority>;
  /** By abbreviation. */
  readonly authoritiesByAbbreviation: ReadonlyMap<string, Authority>;
  /** By kommunekode. */
  readonly municipalities: ReadonlyMap<string, Authority>;
  /** By CVR number. */
  readonly suppliers: ReadonlyMap<string, Supplier>;
  /** By number. */
  readonly masters: ReadonlyMap<string, FormMaster>;
  /** How many companies a deadline to all of them reaches. */
  readonly companies: number;
}

/** A portal that knows nobody: for what is to be described whatever the portal. */
export const emptyPortal: Portal = {
  apps: new Map(),
  authorities: new Map(),
  authoritiesByAbbreviation: new Map(),
  municipalities: new Map(),
  suppliers: new Map(),
  masters: new Map(),
  companies: 0,
};

/** Gives the portal as it is now: it may be read again while the service runs. */
export type CurrentPortal = () => Portal;

/** Everything that is wrong with a portal file. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** @throws {PortalError} with every problem: no such file, no JSON, or what is wrong where in it. */
export function readPortal(path: string, isCvr: CvrCheck): Portal {
  const result = portalSchema(isCvr).safeParse(readJson(path));
  if (!result.success) throw new PortalError(result.error.issues.map(describe));
  const {apps, myndigheder, leverandoerer, formularmastre, antalVirksomheder} = result.data;
  return {
    apps: new Map(apps.map(({navn, tilstand}) => [navn, tilstand])),
    authorities: new Map(myndigheder.map(authority => [authority.cvr, authority])),
    authoritiesByAbbreviation: new Map(myndigheder.map(authority => [authority.forkortelse, authority])),
    municipalities: new Map(
      myndigheder.flatMap(authority => (authority.kommunekode ? [[authority.kommunekode, authority]] : [])),
    ),
    suppliers: new Map(leverandoerer.map(supplier => [supplier.cvr, supplier])),
    masters: new Map(formularmastre.map(master => [master.id, master])),
    companies: antalVirksomheder,
  };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new PortalError([(error as Error).message]);
  }
}

function describe({path, message}: z.core.$ZodIssue): string {
  return path.length ? `${path.join('.')}: ${message}` : message;
}
