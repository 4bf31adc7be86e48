// The users of the demo, and their tokens, for `main.ts`, `routes.ts`, `mails.ts` and the pages. You can add a user.
// Keep each `sub`: the manual and the tests in `e2e` sign in with it. The private key must not leave the process.
import type {JSONWebKeySet} from 'jose';
import {SignJWT} from 'jose/jwt/sign';
import {calculateJwkThumbprint} from 'jose/jwk/thumbprint';
import {exportJWK} from 'jose/key/export';
import {generateKeyPair} from 'jose/key/generate/keypair';

import {clients, companies} from './companies.ts';

/** A user of the demo's portal. */
export interface DemoUser {
  readonly sub: string;
  readonly navn: string;
  /** The company that the apps show. */
  readonly cvr: string;
  readonly virksomhed: string;
  /** The companies in an accountant's or a bookkeeper's calendar. Default: the user's company. */
  readonly klienter?: readonly {readonly cvr: string; readonly virksomhed: string}[];
  /** Default: none. */
  readonly roles?: readonly string[];
}

/** A user who gets mails before deadlines. */
export const bookkeeper: DemoUser = {
  ...{sub: 'demo-erik', navn: 'Erik Bak', ...companies.boats},
  klienter: clients,
};

/** The fictional users. The manual and tests in `e2e` sign in with the values of `sub`. */
export const users: readonly DemoUser[] = [
  {sub: 'demo-anna', navn: 'Anna Holm', ...companies.bakery},
  {sub: 'demo-bjorn', navn: 'Bjørn Sø Andersen', ...companies.machines},
  {sub: 'demo-cecilie', navn: 'Cecilie Østergaard', ...companies.boats},
  {sub: 'demo-dorte', navn: 'Dorte Lind', ...companies.bakery, klienter: Object.values(companies)},
  bookkeeper,
];

/** An editor of the portal, for requests to interface G. */
export const editor: DemoUser = {
  ...{sub: 'demo-eva', navn: 'Eva Kjær', ...companies.bakery},
  roles: ['tavle-redaktoer'],
};

/** Signs tokens for the demo's users, with a key that exists only in this process. */
export interface Issuer {
  readonly name: string;
  readonly audience: string;
  readonly keySet: JSONWebKeySet;
  issue(user: DemoUser): Promise<DemoToken>;
}

export interface DemoToken {
  readonly token: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

const lifetimeSeconds = 10 * 60;

export async function createIssuer(): Promise<Issuer> {
  const algorithm = 'ES256';
  const {publicKey, privateKey} = await generateKeyPair(algorithm);
  const jwk = await exportJWK(publicKey);
  const keyId = await calculateJwkThumbprint(jwk);
  const name = 'urn:tavle:demo';
  const audience = 'urn:tavle:demo:portal';

  return {
    name,
    audience,
    keySet: {keys: [{...jwk, kid: keyId, alg: algorithm, use: 'sig'}]},
    async issue({sub, navn, cvr, klienter, roles}) {
      const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds;
      const token = await new SignJWT({
        name: navn,
        'https://data.gov.dk/model/core/eid/professional/cvr': klienter?.map(({cvr}) => cvr) ?? cvr,
        ...(roles && {roles}),
      })
        .setProtectedHeader({alg: algorithm, kid: keyId})
        .setSubject(sub)
        .setIssuer(name)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(privateKey);
      return {token, expires};
    },
  };
}
