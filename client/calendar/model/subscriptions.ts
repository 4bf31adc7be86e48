import type {Api} from '../../api/api.ts';
import type {RequestQueue} from '../../api/request-queue.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {Subscription} from './subscription.ts';

/** The links for calendar apps of a calendar's companies. */
export class Subscriptions {
  readonly #api: Api;
  readonly #queue: RequestQueue;
  readonly #listener: ModelListener;
  readonly #byCvr = new Map<string, Subscription>();

  /** @param queue Limits the concurrent requests. */
  constructor(api: Api, queue: RequestQueue, listener: ModelListener) {
    this.#api = api;
    this.#queue = queue;
    this.#listener = listener;
  }

  /** Returns the link of a company; `undefined` until it is opened. */
  of(cvr: string): Subscription | undefined {
    return this.#byCvr.get(cvr);
  }

  /** Requests whether companies have links. */
  async open(cvrs: readonly string[]): Promise<void> {
    let isSignedOut = false;
    const open = async (cvr: string) => {
      if (isSignedOut) return;
      const subscription = this.of(cvr) ?? this.#create(cvr);
      await subscription.open();
      isSignedOut ||= subscription.last?.failure === 'signedOut';
    };
    await Promise.all(cvrs.map(cvr => this.#queue.run(() => open(cvr))));
  }

  #create(cvr: string): Subscription {
    const created = new Subscription(this.#api, cvr, {
      changed: () => this.#listener.changed(),
      failed: cause => void this.#listener.dispatch(new TavleErrorEvent('subscribe', cause, {cvr})),
    });
    this.#byCvr.set(cvr, created);
    return created;
  }
}
