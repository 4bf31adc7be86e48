import {readFileSync} from 'node:fs';

import type {z} from 'zod';

import type {AppState} from './app-state.ts';
import {portalSchema} from './schema.ts';

/** What the portal file says, made ready for look-ups. */
export interface Portal {
  /** First state by app name. */
  readonly apps: ReadonlyMap<string, AppState>;
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
export function readPortal(path: string): Portal {
  const result = portalSchema.safeParse(readJson(path));
  if (!result.success) throw new PortalError(result.error.issues.map(describe));
  return {apps: new Map(result.data.apps.map(({navn, tilstand}) => [navn, tilstand]))};
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
