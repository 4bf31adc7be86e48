/* The kinds of callers and their checks, for the operations of all interfaces. All differences between the kinds belong
 * in `callerKinds`: add a kind to it and to `Callers`. `createCallCount` has the limits per minute. */

import type {Context} from 'koa';

import type {Admit} from '../http/admission.ts';
import {bounds} from '../bounds.ts';
import {createCallerLimit, requireWithin} from '../http/caller-limit.ts';
import {addVary} from '../http/send.ts';
import type {CertificateCheck} from '../identity/certificate.ts';
import type {Person, TokenCheck} from '../identity/token.ts';

/** The callers by kind: the CVR number of a client certificate, the person of a bearer token, or anyone. */
export interface Callers {
  readonly certificate: string;
  readonly token: Person;
  readonly anyone: undefined;
}

export type CallerKind = keyof Callers;

/** The checks of credentials. */
export interface CredentialChecks {
  readonly checkCertificate: CertificateCheck;
  readonly checkToken: TokenCheck;
}

interface KindOfCallers<Caller> {
  /** The setting, and its part of `Config`, without which the service refuses such callers. Default: it always serves them. */
  readonly needs?: {readonly setting: string; readonly config: 'certificates' | 'tokens'};
  /** The security scheme of OpenAPI, and its name. Default: none. */
  readonly scheme?: readonly [name: string, scheme: object];
  /** Whether pages of the configured origins may send such requests. */
  readonly isForPages: boolean;
  /** Returns the caller of a request. @throws {Problem} 401; 503 when the issuer's keys are unavailable. */
  readonly check: (context: Context, checks: CredentialChecks) => Caller | Promise<Caller>;
  /** Returns the caller's name in the audit log. */
  readonly nameOf: (caller: Caller) => string | undefined;
  /** Returns the name by which a caller's requests are counted. Default: they are not counted. */
  readonly countedAs?: (caller: Caller) => string;
  /** Whether changes also count toward a second limit: organisations deliver in bulk, people do not. Default: false. */
  readonly hasChangeLimit?: boolean;
}

/** All that the service knows of each kind of callers, for routes, CORS, the audit log, OpenAPI and the start line of the log. */
export const callerKinds: {readonly [Kind in CallerKind]: KindOfCallers<Callers[Kind]>} = {
  certificate: {
    needs: {setting: 'TAVLE_CLIENT_CA', config: 'certificates'},
    scheme: [
      'klientcertifikat',
      {
        type: 'mutualTLS',
        description:
          'OCES3 or OCES2 certificate whose subject names one CVR number. `/docs` can only send a certificate that the browser has.',
      },
    ],
    isForPages: false,
    check: ({req}, {checkCertificate}) => checkCertificate(req),
    nameOf: cvr => cvr,
    countedAs: cvr => `cvr:${cvr}`,
  },
  token: {
    needs: {setting: 'TAVLE_TOKEN_JWKS', config: 'tokens'},
    scheme: [
      'adgangstoken',
      {type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'JWT of the configured issuer.'},
    ],
    isForPages: true,
    check({req, res}, {checkToken}) {
      // A browser that goes back to a page uses stored responses, whatever `Cache-Control` says. With `Vary`, another person does not get them.
      addVary(res, 'Authorization');
      return checkToken(req.headers.authorization ?? '');
    },
    nameOf: ({owner}) => owner,
    countedAs: ({owner}) => `person:${owner}`,
    hasChangeLimit: true,
  },
  anyone: {isForPages: false, check: () => undefined, nameOf: () => undefined},
};

/** Counts a call of a known caller. @param isLimitedChange Whether it also counts as a change. @throws {Problem} 429 */
export type CountCall = (context: Context, caller: string, isLimitedChange: boolean) => void;

/**
 * Identifies the caller of a request, and counts the call. Returns the caller, and the caller's name in the audit log.
 *
 * @throws {Problem} 401, 429; 503 when the issuer's keys are unavailable.
 */
export async function identify<Kind extends CallerKind>(
  kind: Kind,
  context: Context,
  {checks, count}: {readonly checks: CredentialChecks; readonly count: CountCall},
): Promise<{caller: Callers[Kind]; name: string | undefined}> {
  const {check, countedAs, nameOf, hasChangeLimit = false}: KindOfCallers<Callers[Kind]> = callerKinds[kind];
  const caller = await check(context, checks);
  const isChange = !['GET', 'HEAD'].includes(context.method);
  if (countedAs) count(context, countedAs(caller), hasChangeLimit && isChange);
  return {caller, name: nameOf(caller)};
}

/**
 * Returns a function that applies the limits of a caller. After half of the calls in a minute, responses have `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10); beyond the limit, the response is 429.
 *
 * @param maxPerMinute The maximum number of calls of one caller. `undefined`: no limit of calls or of changes.
 * @param admit Limits a caller's requests in flight.
 */
export function createCallCount(
  maxPerMinute: number | undefined,
  onRefused: () => void,
  admit: Admit,
): CountCall {
  const limit = maxPerMinute === undefined ? undefined : createCallerLimit(maxPerMinute, onRefused);
  const changeLimit = limit && createCallerLimit(bounds.maxChangesPerMinute, onRefused);
  return (context, caller, isLimitedChange) => {
    if (limit) {
      const counted = limit(caller);
      const {max, duration, taken, seconds} = counted;
      if (taken > max / 2) {
        context.res.setHeader('RateLimit-Policy', `"caller";q=${max};w=${duration}`);
        context.res.setHeader('RateLimit', `"caller";r=${Math.max(0, max - taken)};t=${seconds}`);
      }
      requireWithin(counted, 'Too many requests.', 'too many calls of one caller in a minute');
    }
    if (changeLimit && isLimitedChange) {
      requireWithin(changeLimit(caller), 'Too many changes.', 'too many changes of one person in a minute');
    }
    admit(context, caller);
  };
}
