import {hash, randomBytes} from 'node:crypto';

import type {Dependencies} from '../../store/document-type.ts';
import {createCompareAndSet} from '../../store/update.ts';
import {asUnreadable, type Key, type Store} from '../../store/store.ts';
import type {Instant} from '../../time/datetime.ts';

/** A company's document. */
export interface SubscriptionRecord {
  readonly digest: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
}

/** The secrets of feed URLs, one for each company. */
export interface Subscriptions {
  /** Creates a secret, and revokes the previous one. */
  renew(cvr: string): Promise<string>;
  /** Revokes the company's secret. */
  withdraw(cvr: string): Promise<void>;
  /** Returns the company of a valid secret. */
  companyOf(secret: string): Promise<string | undefined>;
  /** Returns when the company's secret was created; `undefined` without a secret. */
  createdAt(cvr: string): Promise<Instant | undefined>;
}

// Both keys are stored; `calendar/documents.ts` declares them as segments.
export const secretKey = (digest: string): Key => ['abonnement', digest];
export const companyKey = (cvr: string): Key => ['virksomhed', cvr, 'abonnement'];

/** Returns whether a company's document names a digest. */
function isCurrentDigest(digest: string, company: unknown): boolean {
  return (company as SubscriptionRecord | undefined)?.digest === digest;
}

/** Returns the dependencies of a company's document: the digest's document, which leads to the company. */
export function subscriptionDependencies(cvr: string, record: SubscriptionRecord): Dependencies {
  return {
    key: companyKey(cvr),
    documents: [{key: secretKey(record.digest), value: cvr}],
    entries: () => [],
  };
}

/**
 * Stores only digests. The company's document determines the valid secret; a secret's document leads to its company.
 */
export function createSubscriptions(store: Store): Subscriptions {
  const compareAndSet = createCompareAndSet();

  /** Replaces a company's document and removes its previous digest. Only one writer replaces a version. */
  async function replace(cvr: string, change: (version: number) => Promise<unknown>): Promise<void> {
    const key = companyKey(cvr);
    const before = await compareAndSet(key, async () => {
      const stored = await store.get(key).catch(asUnreadable);
      await change(stored?.version ?? 0);
      return stored;
    });
    if (before?.value === undefined) return;
    await store.remove(secretKey((before.value as SubscriptionRecord).digest));
  }

  return {
    async renew(cvr) {
      const secret = randomBytes(32).toString('base64url');
      const digest = digestOf(secret);
      const record: SubscriptionRecord = {digest, createdAt: new Date().toISOString()};
      for (const {key, value} of subscriptionDependencies(cvr, record).documents)
        await store.write(key, value);
      await replace(cvr, expected => store.write(companyKey(cvr), record, {expected}));
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

    async createdAt(cvr) {
      const record = (await store.get(companyKey(cvr)))?.value as SubscriptionRecord | undefined;
      return record && Date.parse(record.createdAt);
    },
  };
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
