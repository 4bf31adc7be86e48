import {noQuota, type StorageQuota} from '../../limits/storage-quota.ts';
import {createCompareAndSet} from '../../store/compare-and-set.ts';
import {requireReadable} from '../../store/data-lost.ts';
import {
  createIdempotencyKeys,
  IdempotencyKeyReused,
  type IdempotentRequest,
} from '../../store/idempotency.ts';
import {readPages} from '../../store/pages.ts';
import {type Document, type Entry, type Store, VersionConflict} from '../../store/store.ts';
import type {Delivery} from './schema.ts';
import {reservationBytes, type ReservedFrist, reservedAt} from './idempotency.ts';
import {
  authorityEntry,
  authorityIndex,
  deliveryBatches,
  type Frist,
  fristBytes,
  fristCounter,
  fristKey,
  type FristRecord,
  idempotencyKey,
  type Recipients,
  recipientsKey,
  tidyIndex,
  toFrist,
} from '../records.ts';
import {newRecord, sameRecipients, toRecipients, updatedRecord} from '../feed/revisions.ts';

/** There is no such deadline, or it is another authority's: a caller may not know which. */
export class DeadlineNotFound extends Error {
  override readonly name = 'DeadlineNotFound';
}

/** A deadline with its recipients, as its authority sees it. */
export interface DeadlineWithRecipients {
  readonly frist: Frist;
  /** None at all where the store has lost them. */
  readonly recipients: Recipients;
}

/** Decides over a change, given what is stored; throws to refuse. */
export type Precondition = (current: DeadlineWithRecipients) => void;

/** The deadlines that authorities deliver. Each is handled by its own authority only. */
export interface Deliveries {
  /** Returns the deadline that an earlier request with this key created, as it was then. @throws {IdempotencyKeyReused} */
  findCreated(authority: string, request: IdempotentRequest): Promise<Frist | undefined>;

  /** Delivers a deadline; under the key of an earlier request, finishes that one. @throws {IdempotencyKeyReused} */
  create(authority: string, input: Delivery, request?: IdempotentRequest): Promise<Frist>;

  /** @throws {DeadlineNotFound} */
  get(authority: string, id: number): Promise<DeadlineWithRecipients>;

  /** @throws {DeadlineNotFound} */
  update(
    authority: string,
    id: number,
    input: Delivery,
    allow: Precondition,
  ): Promise<DeadlineWithRecipients>;

  /** @throws {DeadlineNotFound} */
  withdraw(authority: string, id: number, allow: Precondition): Promise<void>;

  /** All of an authority's deadlines in the order in which they were made, some at a time. */
  list(authority: string): AsyncGenerator<Frist[]>;
}

/**
 * The order of steps is that of `store.ts`: index entries first, then the document that makes them true, then away with
 * what it no longer needs. A crash between any two leaves entries that no reader believes.
 */
export function createDeliveries(store: Store, quota: StorageQuota = noQuota): Deliveries {
  const compareAndSet = createCompareAndSet();
  const keys = createIdempotencyKeys<ReservedFrist>(store, reservedAt);

  async function findCreated(authority: string, request: IdempotentRequest): Promise<Frist | undefined> {
    const found = await keys.find(keyOf(authority, request), request);
    return found && (await isStored(found)) ? toCreated(found) : undefined;
  }

  /** Whether a deadline was written under its number, and not another one, on as many replicas as it takes. */
  async function isStored({id, record}: ReservedFrist): Promise<boolean> {
    const [stored] = await store.read([fristKey(id)], {isReplicated: true});
    return stored !== undefined && isSameFrist(stored, record);
  }

  async function create(authority: string, input: Delivery, request?: IdempotentRequest): Promise<Frist> {
    const wanted = newRecord(authority, input);
    const bytes = fristBytes(wanted) + (request ? reservationBytes({...request, record: wanted}) : 0);
    const [newest] = await Promise.all([newId(), quota.reserve(authority, bytes)]);
    const first = {id: newest, record: wanted};
    let reserved = request ? await reserveOrRelease(authority, request, first, bytes) : first;
    const recipients = toRecipients(input);
    for (;;) {
      const {id, record} = reserved;
      await prepare(id, record, recipients, [authorityEntry(id, record)]);
      if (await writeFirst(reserved)) return toCreated(reserved);
      // The store lost the last steps of the counter, and another deadline has taken the number since.
      await clear(id, record, recipients);
      const other = {id: await newId(), record};
      reserved = request ? await keys.replace(keyOf(authority, request), request, reserved, other) : other;
    }
  }

  /** Writes a new deadline. Returns false where another deadline has its number. */
  async function writeFirst(reserved: ReservedFrist): Promise<boolean> {
    const {id, record} = reserved;
    try {
      await store.write(fristKey(id), record, {expected: 0, operation: record.delivery});
      return true;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // The same request may have written it at the same time, and another may have changed it since.
      return isStored(reserved);
    }
  }

  /** Releases the bytes where another request with that key came first: that one reserved them for the same deadline. */
  async function reserveOrRelease(
    authority: string,
    request: IdempotentRequest,
    wanted: ReservedFrist,
    bytes: number,
  ): Promise<ReservedFrist> {
    try {
      const reserved = await keys.reserve(keyOf(authority, request), request, wanted, wanted.record.delivery);
      if (reserved !== wanted) await quota.release(authority, bytes);
      return reserved;
    } catch (error) {
      if (error instanceof IdempotencyKeyReused) await quota.release(authority, bytes);
      throw error;
    }
  }

  /** Takes a number that no deadline has: the store may have lost the last steps of the counter. */
  async function newId(): Promise<number> {
    for (;;) {
      const id = await store.next(fristCounter);
      const [taken] = await store.read([fristKey(id)]);
      if (!taken) return id;
    }
  }

  /**
   * Writes what leads to a delivery; none of it counts before the deadline itself names the delivery.
   *
   * @param others Index entries that go with the first ones.
   */
  async function prepare(
    id: number,
    record: FristRecord,
    recipients: Recipients,
    others: readonly Entry[] = [],
  ): Promise<void> {
    if (recipients) await store.write(recipientsKey(id, record.delivery), recipients);
    let first = others;
    for (const batch of deliveryBatches(id, record, recipients)) {
      await store.addEntries([...first, ...batch]);
      first = [];
    }
  }

  /** Removes what led to a delivery that no longer counts, or never did. */
  async function clear(id: number, record: FristRecord, recipients: Recipients): Promise<void> {
    for (const batch of deliveryBatches(id, record, recipients)) await store.removeEntries(batch);
    if (recipients) await store.remove(recipientsKey(id, record.delivery));
  }

  /** @param missed The delivery whose recipients were not found before. */
  async function get(authority: string, id: number, missed?: string): Promise<DeadlineWithRecipients> {
    const [stored] = await store.read([fristKey(id)]);
    const frist = toFrist(id, requireReadable(stored));
    if (frist?.afsenderCvr !== authority || frist.slettet !== undefined) throw new DeadlineNotFound();
    if (frist.antal === null) return {frist, recipients: null};
    const [list] = await store.read([recipientsKey(id, frist.delivery)]);
    if (list?.value !== undefined) return {frist, recipients: list.value as string[]};
    // Gone between the two reads, where a newer delivery replaced it; otherwise the store has lost it.
    return frist.delivery === missed ? {frist, recipients: []} : get(authority, id, frist.delivery);
  }

  /** Changes a deadline in one step on its document. */
  function change<Result>(
    authority: string,
    id: number,
    allow: Precondition,
    attempt: (current: DeadlineWithRecipients) => Promise<Result>,
  ): Promise<Result> {
    return compareAndSet(fristKey(id), async () => {
      const current = await get(authority, id);
      allow(current);
      return attempt(current);
    });
  }

  async function commit({fristId, version}: Frist, record: FristRecord): Promise<Document<FristRecord>> {
    return store.write(fristKey(fristId), record, {expected: version});
  }

  return {
    findCreated,
    create,
    get,

    update: (authority, id, input, allow) =>
      change(authority, id, allow, async ({frist, recipients}) => {
        const wanted = toRecipients(input);
        const moved = frist.fristDato !== input.fristDato || !sameRecipients(recipients, wanted);
        const record = updatedRecord(frist, input, moved);
        const added = fristBytes(record) - fristBytes(frist);
        if (added > 0) await quota.reserve(authority, added);
        if (moved) await prepare(id, record, wanted);
        try {
          const document = await commit(frist, record);
          if (moved) await clear(id, frist, recipients);
          if (added < 0) await quota.release(authority, -added);
          return {frist: {...record, fristId: id, version: document.version}, recipients: wanted};
        } catch (error) {
          if (error instanceof VersionConflict) {
            if (moved) await clear(id, record, wanted);
            if (added > 0) await quota.release(authority, added);
          }
          throw error;
        }
      }),

    withdraw: (authority, id, allow) =>
      change(authority, id, allow, async ({frist}) => {
        const {fristId, version, ...record} = frist;
        const slettet = new Date().toISOString();
        await commit(frist, {...record, slettet, aendret: slettet, revision: record.revision + 1});
      }),

    async *list(authority) {
      const pages = readPages(store, [authorityIndex(authority)], Number, id => [fristKey(id)]);
      for await (const page of pages) {
        const own = page.flatMap(({item: id, documents: [document]}) => {
          const frist = toFrist(id, document);
          return frist?.afsenderCvr === authority ? [frist] : [];
        });
        const withdrawn = own.filter(({slettet}) => slettet !== undefined);
        tidyIndex(
          store,
          withdrawn.map(frist => authorityEntry(frist.fristId, frist)),
        );
        yield own.filter(({slettet}) => slettet === undefined);
      }
    },
  };
}

const keyOf = (authority: string, {key}: IdempotentRequest) => idempotencyKey(authority, key);

/** A deadline as it was created, whatever has become of it since. */
const toCreated = ({id, record}: ReservedFrist): Frist => ({...record, fristId: id, version: 1});

/**
 * Whether a stored deadline is the one that was created from a record. A number alone does not say so: after a failover that lost the
 * last steps of the counter, the store may give it a second time.
 */
function isSameFrist({value, version}: Document, {afsenderCvr, delivery}: FristRecord): boolean {
  const stored = value as FristRecord | undefined;
  // An update may have moved the deadline, and then its delivery is another one.
  return stored?.afsenderCvr === afsenderCvr && (stored.delivery === delivery || version > 1);
}
