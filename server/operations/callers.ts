import type {Context} from 'koa';

import {type Admit, setCaller} from '../http/admission.ts';
import {type CallerLimit, requireWithin} from '../http/caller-limit.ts';
import type {CertificateCheck} from '../identity/certificate.ts';
import type {Person, TokenCheck} from '../identity/token.ts';

/** Returns the calling person, and counts the call. @throws {Problem} 401, 429; 503 when the issuer's keys are unavailable. */
export type PersonCheck = (context: Context) => Promise<Person>;

/** Returns the CVR number of the calling company or authority, and counts the call. @throws {Problem} 401, 429 */
export type OrganisationCheck = (context: Context) => string;

export interface CallerRules {
  readonly checkToken: TokenCheck;
  readonly checkCertificate: CertificateCheck;
  readonly limit: CallerLimit | undefined;
  readonly onRefused: () => void;
  /** Bounds a caller's requests in flight. Default: no bound. */
  readonly admit?: Admit;
}

/**
 * Authenticates callers, and applies their rate limits and bounds. After half of a caller's limit, responses have `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10); beyond the limit, the response is 429.
 */
export function createCallers({checkToken, checkCertificate, limit, onRefused, admit}: CallerRules): {
  personOf: PersonCheck;
  organisationOf: OrganisationCheck;
} {
  function count({res}: Context, caller: string): void {
    if (!limit) return;
    const counted = limit(caller);
    const {max, duration, taken, seconds} = counted;
    if (taken > max / 2) {
      res.setHeader('RateLimit-Policy', `"caller";q=${max};w=${duration}`);
      res.setHeader('RateLimit', `"caller";r=${Math.max(0, max - taken)};t=${seconds}`);
    }
    if (taken > max) onRefused();
    requireWithin(counted, 'Too many requests.', 'too many calls of one caller in a minute');
  }

  function admitCaller(context: Context, caller: string): void {
    setCaller(context, caller);
    count(context, caller);
    admit?.(context, caller);
  }

  return {
    personOf: context =>
      checkToken(context.req.headers.authorization ?? '').then(person => {
        admitCaller(context, `person:${person.owner}`);
        return person;
      }),

    organisationOf(context) {
      const cvr = checkCertificate(context.req);
      admitCaller(context, `cvr:${cvr}`);
      return cvr;
    },
  };
}
