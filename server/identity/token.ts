import type {JWTPayload, JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult} from 'jose';
import * as errors from 'jose/errors';
import {jwtVerify} from 'jose/jwt/verify';
import {LRUCache} from 'lru-cache';

import {bounds} from '../bounds.ts';
import {closeDirections} from '../html/visible-text.ts';
import {fieldNames, type FieldErrors, Problem} from '../problem.ts';
import {hasElapsed, type Instant} from '../time/datetime.ts';
import {algorithms, type KeySet} from './key-set.ts';

/* Checks bearer tokens, for the interfaces whose callers are persons. Read another claim in `toPerson`. The signature
 * must be verified before any claim is used. Verified tokens may be cached for at most five minutes, and only until the
 * keys change. */

/** The caller of a bearer token. */
export interface Person {
  /** The owner claim, which identifies the person. */
  readonly owner: string;
  /** The name claim, if the token has one. */
  readonly name?: string;
  /** The CVR numbers of the token's companies, 8 digits each. May be empty. */
  readonly cvrs: readonly string[];
  /** Why the token names no company: 403, or 401 for a claim that cannot be used. Only operations for a company throw it. */
  readonly noCompany?: Problem;
  /** Set if the person may have other companies too: the claim for companies is missing, or not all of it can be read. */
  readonly mayHaveMore?: boolean;
  /** In seconds since 1970: the `iat` of the token, otherwise its `exp`. */
  readonly issuedAt: number;
  /** Set if the person is an editor of the portal. */
  readonly isEditor?: true;
}

export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly ownerClaim: string;
  readonly cvrClaim: string;
  readonly nameClaim: string;
  readonly editorClaim: string;
  readonly editorValue: string;
}

/** Checks the `Authorization` header of a request. @throws {Problem} 401; 503 when the issuer's keys are unavailable. */
export type TokenCheck = (authorization: string) => Promise<Person>;

/** Requires that the token names a company. @param cvr The company in the URL, if any. @throws {Problem} when the token names no company, or not this one. */
export function requireCompany({cvrs, noCompany}: Person, cvr?: string): void {
  if (noCompany) throw noCompany;
  if (cvr === undefined || cvrs.includes(cvr)) return;
  throw new Problem(403, 'The token is not for the company in the URL.');
}

/** Requires that all companies in the fields are the person's. @throws {Problem} 403 with the first ones that are not, by field. */
export function requireCompanies(
  {cvrs}: Pick<Person, 'cvrs'>,
  fields: readonly (readonly [field: string, named: readonly string[] | undefined])[],
): void {
  const own = new Set(cvrs);
  const others = fields
    .flatMap(([field, named]) =>
      [...new Set(named)].filter(cvr => !own.has(cvr)).map(cvr => [field, cvr] as const),
    )
    .slice(0, bounds.maxMessagesPerField);
  if (!others.length) return;
  const messages: FieldErrors = {};
  for (const [field, cvr] of others)
    (messages[field] ??= []).push(
      `Must be a company of the token: ${JSON.stringify(cvr.slice(0, 20))} is not.`,
    );
  throw new Problem(403, `The token is not for all companies of the request: see ${fieldNames(messages)}.`, {
    errors: messages,
  });
}

/** The maximum time, in seconds, that the issuer's clock may be ahead. */
const clockTolerance = 30;

/** The memory of a cached token in addition to its header, in bytes. */
const overhead = 1_000;

/** The memory of a cached token for each character of its header, which the token keeps alive: the header, and the CVR numbers that it contains. */
const bytesPerCharacter = 3;

const maxDescriptionLength = 200;

const maxNameLength = 100;

const required = 'A bearer token is required.';

/** How many of a token's last characters, which are random, are its cache key: hashing all characters takes as long as a read of the store. */
const keyLength = 32;

interface Remembered {
  readonly token: string;
  readonly headerLength: number;
  readonly since: Instant;
  readonly person: Promise<Person>;
  /** Seconds since 1970; `Infinity` until the token is verified. */
  expires: number;
}

/** Checks bearer tokens (RFC 6750). Caches a verified token for at most five minutes, and only until the keys change. */
export function createTokenCheck(keys: KeySet, rules: TokenRules): TokenCheck {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: bounds.maxRememberedTokenBytes,
    sizeCalculation: ({headerLength}) => headerLength * bytesPerCharacter + overhead,
  });
  let generation: number | undefined;

  function check(token: string, headerLength: number, current: number): Promise<Person> {
    if (current !== generation) remembered.clear();
    generation = current;
    const end = token.slice(-keyLength);
    const known = remembered.get(end);
    if (known?.token === token && !hasElapsed(known.since, bounds.maxIdentityAgeMs))
      return hasExpired(known.expires) ? Promise.reject(expired()) : known.person;

    const entry: Remembered = {
      ...{token, headerLength},
      since: Date.now(),
      expires: Infinity,
      person: verify(token, keys, rules).then(([person, expires]) => {
        entry.expires = expires;
        return person;
      }),
    };
    remembered.set(end, entry);
    // A rejected token may be accepted later: keys and time change.
    entry.person.catch(() => {
      if (remembered.peek(end) === entry) remembered.delete(end);
    });
    return entry.person;
  }

  return authorization => {
    const token = findToken(authorization);
    return token === undefined
      ? Promise.reject(noToken(required))
      : check(token, authorization.length, keys.generation());
  };
}

/** The check of a service without an issuer: rejects all tokens. */
export const refuseAllTokens: TokenCheck = authorization => {
  const message = 'This service is not configured to accept tokens.';
  return Promise.reject(findToken(authorization) === undefined ? noToken(message) : refused(message));
};

const findToken = (authorization: string): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(authorization)?.[1];

/** Returns the person, and the token's expiry in seconds since 1970. */
async function verify(token: string, keys: KeySet, rules: TokenRules): Promise<[Person, number]> {
  let kid: string | undefined;
  const find: JWTVerifyGetKey = (header, input) => {
    kid = header.kid;
    return keys.find(header, input);
  };
  try {
    const options = {
      algorithms,
      issuer: rules.issuer,
      audience: rules.audience,
      clockTolerance,
      requiredClaims: ['exp'],
    };
    const {payload} = await jwtVerify(token, find, options).catch((error: unknown) => {
      if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithAny(token, error, options);
      throw error;
    });
    const {exp = 0} = payload;
    if (hasExpired(exp)) throw expired();
    return [toPerson(payload, rules), exp];
  } catch (error) {
    if (error instanceof Problem || error instanceof errors.JOSEError) throw toProblem(error);
    const {message} = error as Error;
    keys.reportUnusable(kid, message);
    throw refused(`The token's key in the issuer's key set cannot be used: ${message}`);
  }
}

/** Tries each key that fits, for a token without `kid`, or with a `kid` that several keys have. */
async function verifyWithAny(
  token: string,
  keys: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  let failure: Error | undefined;
  for await (const key of keys) {
    try {
      return await jwtVerify(token, key, options);
    } catch (error) {
      // Claims are checked after the signature, so this key is the right one.
      if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed) throw error;
      // Reports an unusable key only if all keys are unusable.
      if (!(failure instanceof errors.JOSEError)) failure = error as Error;
    }
  }
  throw failure ?? new errors.JWSSignatureVerificationFailed();
}

function toPerson(payload: JWTPayload, rules: TokenRules): Person {
  const {ownerClaim, cvrClaim, nameClaim, editorClaim, editorValue} = rules;
  const owner = findClaim(payload, ownerClaim);
  if (typeof owner !== 'string' || owner === '') throw refused(`The token has no claim "${ownerClaim}".`);
  const roles = findClaim(payload, editorClaim);
  const isEditor = Array.isArray(roles) ? roles.includes(editorValue) : roles === editorValue;
  const companies = parseCompanies(findClaim(payload, cvrClaim) ?? '', cvrClaim);
  const name = parseName(findClaim(payload, nameClaim));
  const issuedAt = payload.iat ?? payload.exp ?? 0;
  return {owner, issuedAt, ...(name && {name}), ...companies, ...(isEditor && {isEditor})};
}

/**
 * Returns the first characters of a name, on one line; an empty text for a claim that is not a text. Marks store the name, and colleagues read it.
 */
function parseName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  return closeDirections(Array.from(line).slice(0, maxNameLength).join(''));
}

/** Parses a claim with a CVR number or a list of them. Ignores texts that cannot be CVR numbers. An empty list says that the person has no company. */
function parseCompanies(value: unknown, claim: string): Pick<Person, 'cvrs' | 'noCompany' | 'mayHaveMore'> {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const none = (noCompany: Problem) => ({cvrs: [], noCompany, mayHaveMore: true}) as const;
  if (items.length > bounds.maxTokenCompanies)
    return none(
      refused(`The token's claim "${claim}" names more than ${bounds.maxTokenCompanies} companies.`),
    );
  if (!items.every(item => typeof item === 'string')) return none(wrongClaim(claim));
  const texts = items.filter(item => item.trim() !== '');
  const cvrs = texts.flatMap(text => parseCvrClaim(text) ?? []);
  if (cvrs.length) return {cvrs, ...(cvrs.length < texts.length && {mayHaveMore: true})};
  const noCompany = new Problem(
    403,
    `The token's claim "${claim}" ${value === '' ? 'is missing' : 'has no CVR number'}.`,
  );
  return items.length ? none(noCompany) : {cvrs, noCompany};
}

function toProblem(error: Problem | errors.JOSEError): Problem {
  if (error instanceof errors.JWTExpired) return expired();
  if (error instanceof errors.JWTClaimValidationFailed) return wrongClaim(error.claim);
  if (error instanceof errors.JOSEAlgNotAllowed) return refused("The token's algorithm is not allowed.");
  if (error instanceof errors.JWKSNoMatchingKey)
    return refused(
      "The token's key is unknown: no key in the issuer's key set has its `kid` and fits its algorithm.",
    );
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return refused('The token is not valid: its signature does not fit its key.');
  return error instanceof Problem
    ? error
    : refused('The token is not valid: it is not a signed JWT that the service can read.');
}

/** Checks the expiry without the tolerance for the issuer's clock. */
const hasExpired = (expires: number): boolean => expires <= Date.now() / 1000;

const expired = () => refused('The token has expired.');

/** A request without a token gets no error code (RFC 6750, section 3.1). */
function noToken(message: string): Problem {
  return new Problem(401, message, {headers: {'WWW-Authenticate': 'Bearer'}});
}

const wrongClaim = (claim: string): Problem => refused(`The token's claim "${claim}" is wrong.`);

function refused(message: string): Problem {
  return new Problem(401, message, {headers: {'WWW-Authenticate': challenge(message)}});
}

/** Returns a value of `WWW-Authenticate`. Its `error_description` allows only ASCII, without `"` and `\` (RFC 6750, section 3). */
export function challenge(message: string): string {
  const description = message
    .replaceAll('"', "'")
    .replace(/[^\x20-\x5b\x5d-\x7e]/g, '?')
    .slice(0, maxDescriptionLength);
  return `Bearer error="invalid_token", error_description="${description}"`;
}

/**
 * Finds a claim by its name. A name with dots also finds a value in nested objects, as in `realm_access.roles` of Keycloak; the claim with the
 * literal name wins, at each level.
 */
export function findClaim(claims: unknown, name: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  if (Object.hasOwn(claims, name)) return (claims as Record<string, unknown>)[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const outer = name.slice(0, dot);
    if (!Object.hasOwn(claims, outer)) continue;
    const found = findClaim((claims as Record<string, unknown>)[outer], name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Eight digits that can be a CVR number, as identity providers write them: alone, in groups, and with the country code of a VAT number. */
const writtenCvr = /^\s*(?:DK[\s-]?)?([1-9]\d(?:\s?\d{2}){3})\s*$/i;

/** Returns the eight digits of `12345674`, `12 34 56 74` or `DK-12345674`; `undefined` for other texts. */
const parseCvrClaim = (text: string): string | undefined => writtenCvr.exec(text)?.[1]?.replace(/\s/g, '');
