import {Problem} from '../../problem.ts';
import {noQuota, type StorageQuota} from '../../store/storage-quota.ts';
import {createCompareAndSet} from '../../store/update.ts';
import {
  createIdempotencyKeys,
  IdempotencyKeyReused,
  type IdempotentRequest,
} from '../../store/idempotency.ts';
import {readPages, readVersions} from '../../store/pages.ts';
import {type Document, type Entry, type Store, VersionConflict} from '../../store/store.ts';
import type {Delivery} from './schema.ts';
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
  reservationBytes,
  reservedAt,
  type ReservedFrist,
  tidyIndex,
  toFrist,
} from '../records.ts';
import {newRecord, sameRecipients, toRecipients, updatedRecord} from './revisions.ts';

/** The deadline does not exist, or belongs to another authority: callers must not be able to distinguish these. */
export const deadlineNotFound = () => new Problem(404, 'You have no deadline with that id.');

/** A deadline with its recipients. */
export interface DeadlineWithRecipients {
  readonly frist: Frist;
  /** Missing if the store has lost them. */
  readonly recipients: Recipients;
}

/** Checks a change against the stored deadline. Throws to reject it. */
export type Precondition = (current: DeadlineWithRecipients) => void;

/** The deadlines that authorities deliver. Each authority only accesses its own. */
export interface Deliveries {
  /** Returns the deadline that an earlier request with this key created, in its first version. @throws {IdempotencyKeyReused} */
  findCreated(authority: string, request: IdempotentRequest): Promise<Frist | undefined>;

  /** Delivers a deadline, or completes an earlier request with the same key. @throws {IdempotencyKeyReused} */
  create(authority: string, input: Delivery, request?: IdempotentRequest): Promise<Frist>;

  /** Returns a deadline without reading its recipients. @throws {Problem} 404 */
  find(authority: string, id: number): Promise<Frist>;

  /** Reads the recipients of a deadline. Returns a newer version if it has been changed since. @throws {Problem} 404 */
  addRecipients(frist: Frist): Promise<DeadlineWithRecipients>;

  /** @throws {Problem} 404 */
  get(authority: string, id: number): Promise<DeadlineWithRecipients>;

  /** @throws {Problem} 404 */
  update(
    authority: string,
    id: number,
    input: Delivery,
    allow: Precondition,
  ): Promise<DeadlineWithRecipients>;

  /** @throws {Problem} 404 */
  withdraw(authority: string, id: number, allow: Precondition): Promise<void>;

  /** Yields an authority's deadlines in order of creation, in batches. */
  list(authority: string): AsyncGenerator<Frist[]>;

  /** Yields texts that together change whenever `list` does, without reading the deadlines. */
  versions(authority: string): AsyncGenerator<string>;
}

/**
 * The order of steps is that of `store.ts`: write index entries, then the document that makes them valid, then remove obsolete ones. A crash
 * between steps leaves entries that readers ignore.
 */
export function createDeliveries(store: Store, quota: StorageQuota = noQuota): Deliveries {
  const compareAndSet = createCompareAndSet();
  const keys = createIdempotencyKeys<ReservedFrist>(store, reservedAt);

  async function findCreated(authority: string, request: IdempotentRequest): Promise<Frist | undefined> {
    const found = await keys.find(keyOf(authority, request), request);
    return found && (await isStored(found)) ? toCreated(found) : undefined;
  }

  /** Returns whether this deadline, and not another one with its number, was written and replicated. */
  async function isStored({id, record}: ReservedFrist): Promise<boolean> {
    const stored = await store.get(fristKey(id), {isReplicated: true});
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
      // The store lost the counter's last steps, and another deadline has the number.
      await clear(id, record, recipients);
      const other = {id: await newId(), record};
      reserved = request ? await keys.replace(keyOf(authority, request), request, reserved, other) : other;
    }
  }

  /** Writes a new deadline. Returns false if another deadline has its number. */
  async function writeFirst(reserved: ReservedFrist): Promise<boolean> {
    const {id, record} = reserved;
    try {
      await store.write(fristKey(id), record, {expected: 0, operation: record.delivery});
      return true;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // A concurrent retry may have written it, and another request may have changed it since.
      return isStored(reserved);
    }
  }

  /** Releases the bytes if another request with the key was first: it has reserved them for the same deadline. */
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

  /** Returns an unused number: the store may have lost the counter's last steps. */
  async function newId(): Promise<number> {
    for (;;) {
      const id = await store.next(fristCounter);
      const [taken] = await store.readVersions([fristKey(id)]);
      if (!taken) return id;
    }
  }

  /**
   * Writes the list of recipients and the index entries of a delivery, which are invalid before the deadline names the delivery.
   *
   * @param others Additional index entries.
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

  /** Removes the list of recipients and the index entries of an obsolete delivery. */
  async function clear(id: number, record: FristRecord, recipients: Recipients): Promise<void> {
    for (const batch of deliveryBatches(id, record, recipients)) await store.removeEntries(batch);
    if (recipients) await store.remove(recipientsKey(id, record.delivery));
  }

  async function find(authority: string, id: number): Promise<Frist> {
    const frist = toFrist(id, await store.get(fristKey(id)));
    if (frist?.afsenderCvr !== authority || frist.slettet !== undefined) throw deadlineNotFound();
    return frist;
  }

  async function addRecipients(frist: Frist): Promise<DeadlineWithRecipients> {
    if (frist.antal === null) return {frist, recipients: null};
    const [list] = await store.read([recipientsKey(frist.fristId, frist.delivery)]);
    if (list) return {frist, recipients: list.value as string[]};
    // A newer delivery may have replaced it between the two reads; otherwise the store has lost it.
    const newest = await find(frist.afsenderCvr, frist.fristId);
    return newest.delivery === frist.delivery ? {frist: newest, recipients: []} : addRecipients(newest);
  }

  const get = async (authority: string, id: number) => addRecipients(await find(authority, id));

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
    find,
    addRecipients,
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
      for await (const page of readPages(store, listingOf(authority))) {
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

    versions: authority => readVersions(store, listingOf(authority)),
  };
}

const listingOf = (authority: string) => ({
  indexes: [authorityIndex(authority)],
  parse: Number,
  keysOf: (id: number) => [fristKey(id)],
});

const keyOf = (authority: string, {key}: IdempotentRequest) => idempotencyKey(authority, key);

/** Returns a deadline's first version. */
const toCreated = ({id, record}: ReservedFrist): Frist => ({...record, fristId: id, version: 1});

/**
 * Returns whether a stored deadline was created from a record. Its number does not prove that: after a failover that lost the counter's last
 * steps, the store may assign it again.
 */
function isSameFrist({value, version}: Document, {afsenderCvr, delivery}: FristRecord): boolean {
  const stored = value as FristRecord;
  // An update of date or recipients changes the delivery.
  return stored.afsenderCvr === afsenderCvr && (stored.delivery === delivery || version > 1);
}
