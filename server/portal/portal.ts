import {hash} from 'node:crypto';
import {readFileSync} from 'node:fs';

import type {z} from 'zod';

import {ConfigError} from '../settings.ts';
import {decodeUtf8, describeFileError, isSystemError} from '../files.ts';
import type {CvrCheck} from '../identity/cvr.ts';
import {type AppState, type PortalFile, portalSchema} from './schema.ts';

/* Reads the portal file and indexes it for look-ups, for the service, `tavle check` and `tavle inspect`. `schema.ts`
 * has the keys and their rules. Add a look-up in `toPortal`. A reload replaces the portal, so code that handles
 * requests must take `CurrentPortal` and call it for each request. */

export type Authority = PortalFile['myndigheder'][number];

/** The parsed portal file, indexed for look-ups. */
export type Portal = Readonly<ReturnType<typeof toPortal>>;

/** Returns the current portal, which may be reloaded. */
export type CurrentPortal = () => Portal;

/** @throws {ConfigError} with every problem: the file can't be read, is not JSON, or has invalid or contradicting values. */
export function readPortal(path: string, isCvr: CvrCheck): Portal {
  const result = portalSchema(isCvr).safeParse(readJson(path), {error: describeValue});
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.toSorted(byPlace).map(issue => `${path}: ${describeIssue(issue)}`),
    );
  }
  return toPortal(result.data);
}

function toPortal(file: PortalFile) {
  const {portal, apps, myndigheder, leverandoerer, formularmastre} = file;
  const locked = apps.filter(({laast}) => laast);
  return {
    /** The portal's URL, without a trailing slash; `undefined` if the file has none. */
    url: portal?.url,
    /** Returns the URL of a company's deadline on the portal, in ASCII; `undefined` if the file has none. */
    calendarPage: (fristId: number, cvr: string) =>
      portal?.kalenderUrl?.replaceAll('{fristId}', String(fristId)).replaceAll('{cvr}', cvr),
    /** The initial state of each app, by its name. */
    apps: new Map(apps.map(({navn, tilstand}) => [navn, tilstand])) as ReadonlyMap<string, AppState>,
    /** Names of locked apps. */
    lockedApps: new Set(locked.map(({navn}) => navn)) as ReadonlySet<string>,
    authorities: mapBy(myndigheder, 'cvr'),
    authoritiesById: mapBy(myndigheder, 'myndighedsid'),
    authoritiesByAbbreviation: mapBy(myndigheder, 'forkortelse'),
    municipalities: mapBy(myndigheder, 'kommunekode'),
    suppliers: mapBy(leverandoerer, 'cvr'),
    masters: mapBy(formularmastre, 'id'),
    /** The number of companies that a deadline to all reaches. */
    companies: file.antalVirksomheder,
    /** Changes with the content of the file. */
    digest: hash('sha1', JSON.stringify(file), 'base64url'),
  };
}

/** Indexes items by the value of a key. Skips items without a value. */
function mapBy<Item>(items: readonly Item[], key: keyof Item): ReadonlyMap<string, Item> {
  return new Map(items.filter(item => item[key]).map(item => [String(item[key]), item]));
}

/** An empty portal, for descriptions that do not depend on the portal. */
export const emptyPortal = toPortal(portalSchema(() => true).parse({}));

function readJson(path: string): unknown {
  try {
    return JSON.parse(decodeUtf8(readFileSync(path)));
  } catch (error) {
    if (isSystemError(error)) throw new ConfigError([describeFileError(`read ${path}`, error)]);
    const {message} = error as Error;
    throw new ConfigError([
      `${path}: ${error instanceof SyntaxError ? 'is not valid JSON: ' : ''}${message}`,
    ]);
  }
}

function describeIssue({path, message}: z.core.$ZodIssue): string {
  return path.length ? `${path.join('.')}: ${message}` : message;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
};

/** Returns the message of a check for which the schema has no message. */
function describeValue(issue: z.core.$ZodRawIssue): string | undefined {
  const {code, input} = issue;
  if (code === 'too_small')
    return issue.origin === 'string' ? 'Must not be empty.' : `Must be ${issue.minimum} or more.`;
  if (code === 'too_big') return `Must be ${issue.maximum} or less.`;
  if (code !== 'invalid_type' && code !== 'invalid_value') return undefined;
  if (input === undefined) return 'Is required.';
  return code === 'invalid_type'
    ? `Must be ${typeNames[issue.expected] ?? issue.expected}.`
    : `Must be one of ${issue.values.join(', ')}.`;
}

const topLevelKeys = Object.keys(portalSchema(() => true).shape);

/** Orders problems by top-level key, then by item. */
function byPlace({path: one}: z.core.$ZodIssue, {path: other}: z.core.$ZodIssue): number {
  const listOf = ([key]: readonly PropertyKey[]) => topLevelKeys.indexOf(String(key));
  const itemOf = ([, place]: readonly PropertyKey[]) => (typeof place === 'number' ? place : -1);
  return listOf(one) - listOf(other) || itemOf(one) - itemOf(other);
}
