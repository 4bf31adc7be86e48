import {readFileSync} from 'node:fs';

import type {z} from 'zod';

import type {CvrCheck} from '../identity/cvr.ts';
import type {AppState} from './app-state.ts';
import {portalSchema} from './schema.ts';

/** What the portal file says, made ready for look-ups. */
export interface Portal {
  /** First state by app name. */
  readonly apps: ReadonlyMap<string, AppState>;
  /** Names of the authorities by CVR number. */
  readonly authorities: ReadonlyMap<string, string>;
  /** How many companies a deadline to all of them reaches. */
  readonly companies: number;
}

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
  const {apps, myndigheder, antalVirksomheder} = result.data;
  return {
    apps: new Map(apps.map(({navn, tilstand}) => [navn, tilstand])),
    authorities: new Map(myndigheder.map(({cvr, navn}) => [cvr, navn])),
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
