import {hash, randomBytes} from 'node:crypto';

import type {Dependencies} from '../../store/document-type.ts';
import {createCompareAndSet} from '../../store/compare-and-set.ts';
import type {Key, Store} from '../../store/store.ts';

/** The secret addresses under which companies' calendars can be read by calendar programs, one for each company. */
export interface Subscriptions {
  /** Makes a new secret; the one before stops working. */
  renew(cvr: string): Promise<string>;
  /** Makes the company's secret stop working. */
  withdraw(cvr: string): Promise<void>;
  /** The company of a secret that works. */
  companyOf(secret: string): Promise<string | undefined>;
}

export const secretKey = (digest: string): Key => ['abonnement', digest];
export const companyKey = (cvr: string): Key => ['virksomhed', cvr, 'abonnement'];

/** Whether a company's document names a digest. */
export function isCurrentDigest(digest: string, company: unknown): boolean {
  return company === digest;
}

/** What a company's document needs: a way from the secret's digest, which it holds, to the company. */
export function subscriptionDependencies(cvr: string, digest: string): Dependencies {
  return {
    key: companyKey(cvr),
    documents: [{key: secretKey(digest), value: cvr}],
    entries: () => [],
  };
}

/**
 * Only digests are stored. The company's own document says which secret works; that of a secret only leads to its
 * company.
 */
export function createSubscriptions(store: Store): Subscriptions {
  const compareAndSet = createCompareAndSet();

  /** Changes a company's document and removes the digest that it held, which nobody else does: only one writer replaces a version. */
  async function replace(cvr: string, change: (version: number) => Promise<unknown>): Promise<void> {
    const key = companyKey(cvr);
    const before = await compareAndSet(key, async () => {
      const [stored] = await store.read([key]);
      await change(stored?.version ?? 0);
      return stored;
    });
    if (typeof before?.value === 'string') await store.remove(secretKey(before.value));
  }

  return {
    async renew(cvr) {
      const secret = randomBytes(32).toString('base64url');
      const digest = digestOf(secret);
      for (const {key, value} of subscriptionDependencies(cvr, digest).documents)
        await store.write(key, value);
      await replace(cvr, expected => store.write(companyKey(cvr), digest, {expected}));
      return secret;
    },

    withdraw: cvr => replace(cvr, version => store.remove(companyKey(cvr), version)),

    async companyOf(secret) {
      const digest = digestOf(secret);
      const [found] = await store.read([secretKey(digest)]);
      if (typeof found?.value !== 'string') return undefined;
      const cvr = found.value;
      const [current] = await store.read([companyKey(cvr)]);
      return isCurrentDigest(digest, current?.value) ? cvr : undefined;
    },
  };
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
