/* The kinds of callers and their checks, for the operations of all interfaces. */

import type {Context} from 'koa';

import {type Admit, setCaller} from '../http/admission.ts';
import {bounds} from '../bounds.ts';
import {type CallerLimit, createCallerLimit, requireWithin} from '../http/caller-limit.ts';
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

interface KindOfCallers<Caller> {
  /** The setting, and its part of `Config`, without which the service refuses such callers. Default: it always serves them. */
  readonly needs?: {readonly setting: string; readonly config: 'certificates' | 'tokens'};
  /** The security scheme of OpenAPI, and its name. Default: none. */
  readonly scheme?: readonly [name: string, scheme: object];
  /** Whether pages of the configured origins may send such requests. */
  readonly isForPages: boolean;
  /** Returns the caller's name in the audit log. */
  readonly nameOf: (caller: Caller) => string | undefined;
  /** Returns the name by which a caller's requests are counted. Default: they are not counted. */
  readonly countedAs?: (caller: Caller) => string;
  /** Whether changes have another limit. Organisations deliver in bulk, people do not. Default: false. */
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
    nameOf: ({owner}) => owner,
    countedAs: ({owner}) => `person:${owner}`,
    hasChangeLimit: true,
  },
  anyone: {isForPages: false, nameOf: () => undefined},
};

/** Returns the caller of a request by kind. @throws {Problem} 401, 429; 503 when the issuer's keys are unavailable. */
export type CallerChecks = {
  readonly [Kind in CallerKind]: (context: Context) => Callers[Kind] | Promise<Callers[Kind]>;
};

/** Counts a call of a known caller. @param isLimitedChange Whether it also counts as a change. @throws {Problem} 429 */
export type CountCall = (context: Context, caller: string, isLimitedChange: boolean) => void;

/**
 * Identifies the caller of a request, and counts the call. Returns the caller, and the caller's name in the audit log.
 *
 * @throws As {@link CallerChecks} and {@link CountCall} do.
 */
export async function identify<Kind extends CallerKind>(
  kind: Kind,
  context: Context,
  {callers, count}: {readonly callers: CallerChecks; readonly count: CountCall},
): Promise<{caller: Callers[Kind]; name: string | undefined}> {
  const {countedAs, nameOf, hasChangeLimit = false}: KindOfCallers<Callers[Kind]> = callerKinds[kind];
  const caller = await callers[kind](context);
  const isChange = !['GET', 'HEAD'].includes(context.method);
  if (countedAs) count(context, countedAs(caller), hasChangeLimit && isChange);
  return {caller, name: nameOf(caller)};
}

/** The checks of credentials. */
export function checksOf(checkToken: TokenCheck, checkCertificate: CertificateCheck): CallerChecks {
  return {
    certificate: ({req}) => checkCertificate(req),
    token(context) {
      // A browser that goes back to a page uses stored responses, whatever `Cache-Control` says. With `Vary`, another person does not get them.
      const {req, res} = context;
      addVary(res, 'Authorization');
      return checkToken(req.headers.authorization ?? '');
    },
    anyone: () => undefined,
  };
}

/**
 * Returns a function that applies the rate limits and the bounds of a caller. After half of the limit, responses have `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10); beyond the limit, the response is 429.
 *
 * @param limit `undefined`: no limit, neither of calls nor of changes.
 * @param admit Bounds a caller's requests in flight. Default: no bound.
 */
export function createCallCount(
  limit: CallerLimit | undefined,
  onRefused: () => void,
  admit?: Admit,
): CountCall {
  const changeLimit = limit && createCallerLimit(bounds.maxChangesPerMinute);
  return (context, caller, isLimitedChange) => {
    setCaller(context, caller);
    if (limit) {
      const counted = limit(caller);
      const {max, duration, taken, seconds} = counted;
      if (taken > max / 2) {
        context.res.setHeader('RateLimit-Policy', `"caller";q=${max};w=${duration}`);
        context.res.setHeader('RateLimit', `"caller";r=${Math.max(0, max - taken)};t=${seconds}`);
      }
      if (taken > max) onRefused();
      requireWithin(counted, 'Too many requests.', 'too many calls of one caller in a minute');
    }
    if (changeLimit && isLimitedChange) {
      const counted = changeLimit(caller);
      if (counted.taken > counted.max) onRefused();
      requireWithin(counted, 'Too many changes.', 'too many changes of one person in a minute');
    }
    admit?.(context, caller);
  };
}
