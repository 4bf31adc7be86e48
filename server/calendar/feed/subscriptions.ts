import {hash, randomBytes} from 'node:crypto';

import {changing, readStored} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import type {Instant} from '../../time/datetime.ts';
import {subscriptionDocument} from '../documents.ts';
import {secretKey, subscriptionKey, type SubscriptionRecord} from '../records.ts';

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

/**
 * Stores only digests. The company's document determines the valid secret; a secret's document leads to its company.
 */
export function createSubscriptions(store: Store): Subscriptions {
  return {
    async renew(cvr) {
      const secret = randomBytes(32).toString('base64url');
      const value: SubscriptionRecord = {digest: digestOf(secret), createdAt: new Date().toISOString()};
      await store.write(secretKey(value.digest), cvr);
      const {before} = await changing(store, subscriptionDocument, subscriptionKey(cvr), () => ({value}));
      if (before?.value !== undefined) await store.remove(secretKey(before.value.digest));
      return secret;
    },

    async withdraw(cvr) {
      await changing(store, subscriptionDocument, subscriptionKey(cvr), () => undefined);
    },

    async companyOf(secret) {
      const digest = digestOf(secret);
      const [found] = await store.read([secretKey(digest)]);
      if (typeof found?.value !== 'string') return undefined;
      const cvr = found.value;
      const [current] = await store.read([subscriptionKey(cvr)]);
      return (current?.value as SubscriptionRecord | undefined)?.digest === digest ? cvr : undefined;
    },

    async createdAt(cvr) {
      const found = await readStored(store, subscriptionDocument, subscriptionKey(cvr));
      return found && Date.parse(found.value.createdAt);
    },
  };
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
