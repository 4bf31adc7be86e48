import {Problem} from '../../problem.ts';
import {readPages, readVersions} from '../../store/pages.ts';
import {changing, type Content, readStored, save, type Stored} from '../../store/saving.ts';
import {type Document, VersionConflict} from '../../store/engine.ts';
import type {Store} from '../../store/store.ts';
import {fristDocument} from '../documents.ts';
import {findReserved, type IdempotentRequest, reserve} from './idempotency.ts';
import type {Delivery} from './schema.ts';
import {
  authorityIndex,
  type DeadlineWithRecipients,
  type Frist,
  fristBytes,
  fristCounter,
  fristKey,
  type FristParts,
  type FristRecord,
  parseMember,
  type Recipients,
  reservationBytes,
  type ReservedFrist,
  toFrist,
} from '../records.ts';
import {newRecord, sameRecipients, toRecipients, updatedRecord} from './revisions.ts';

/* Stores the deadlines of authorities, for interface C and the demo: add a read or a write to `createDeliveries`. An
 * authority must not learn whether a deadline of another one exists (`ownOf`). Repeated requests with one key must
 * create one deadline only, and no number may be used twice, also after a failover that lost the last steps of the
 * counter: `isStored` and `newId` check this. */

/** The deadline does not exist, or belongs to another authority: callers must not be able to distinguish these. */
export const deadlineNotFound = () => new Problem(404, 'You have no deadline with that id.');

/** Checks a change against the stored deadline. Throws to reject it. */
type Precondition = (current: DeadlineWithRecipients) => void;

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Returns the methods that read and write the deadlines of authorities. An authority can access only its own deadlines. */
export function createDeliveries(store: Store) {
  /** Returns the deadline that an earlier request with this key created, in its first version. @throws {Problem} 422 */
  async function findCreated(authority: string, request: IdempotentRequest): Promise<Frist | undefined> {
    const found = await findReserved(store, authority, request);
    return found && (await isStored(found)) ? toCreated(found) : undefined;
  }

  /**
   * Returns whether this deadline was written and replicated. Its number does not prove that: after a failover that lost the counter's last
   * steps, the store may assign the number again.
   */
  async function isStored({id, record: {afsenderCvr, delivery}}: ReservedFrist): Promise<boolean> {
    const {value, version = 0} = (await store.get(fristKey(id), {isReplicated: true})) ?? {};
    const stored = value as FristRecord | undefined;
    // An update of date or recipients starts another delivery.
    return stored?.afsenderCvr === afsenderCvr && (stored.delivery === delivery || version > 1);
  }

  /** Delivers a deadline, or completes an earlier request with the same key. @throws {Problem} 422 */
  async function create(authority: string, input: Delivery, request?: IdempotentRequest): Promise<Frist> {
    const record = newRecord(authority, input);
    const bytes = fristBytes(record);
    const owner = {owner: 'myndighed', cvr: authority} as const;
    const keyBytes = request ? reservationBytes({...request, record}) : 0;
    const [newest] = await Promise.all([newId(), store.quotas.reserve(owner, bytes + keyBytes)]);
    const first = {id: newest, record};
    let reserved: ReservedFrist = first;
    if (request) {
      const release = () => store.quotas.release(owner, bytes + keyBytes);
      try {
        reserved = await reserve(store, authority, request, first, record.delivery);
      } catch (error) {
        if (error instanceof Problem) await release();
        throw error;
      }
      // Another request with the key was first, and has reserved the bytes for the same deadline.
      if (reserved !== first) await release();
    }
    for (;;) {
      if (await writeFirst(reserved, input)) return toCreated(reserved);
      // The store lost the counter's last steps, and another deadline has the number.
      const other = {id: await newId(), record: reserved.record};
      reserved = request ? await reserve(store, authority, request, other, undefined, reserved) : other;
    }
  }

  /** Writes a new deadline. Returns false if another deadline has its number. */
  async function writeFirst(reserved: ReservedFrist, input: Delivery): Promise<boolean> {
    const {id, record} = reserved;
    try {
      await save(store, fristDocument, fristKey(id), contentOf(record, toRecipients(input)), undefined, {
        operation: record.delivery,
        isCounted: false,
      });
      return true;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // A concurrent retry may have written the deadline, and another request may have changed it since.
      return isStored(reserved);
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

  /** Returns a deadline without reading its recipients. @throws {Problem} 404 */
  async function find(authority: string, id: number): Promise<Frist> {
    return ownOf(authority, id, await store.get(fristKey(id)));
  }

  /** Returns a deadline with its recipients. @throws {Problem} 404 */
  async function get(authority: string, id: number): Promise<DeadlineWithRecipients> {
    return withRecipients(authority, id, await readStored(store, fristDocument, fristKey(id)));
  }

  return {
    findCreated,
    create,
    find,
    get,

    /** Replaces a deadline and its recipients. @throws {Problem} 404 */
    async update(
      authority: string,
      id: number,
      input: Delivery,
      allow: Precondition,
    ): Promise<DeadlineWithRecipients> {
      const {after} = await changing(store, fristDocument, fristKey(id), stored => {
        const current = withRecipients(authority, id, stored);
        const {frist, recipients} = current;
        allow(current);
        const wanted = toRecipients(input);
        const isSame = sameRecipients(recipients, wanted);
        const record = updatedRecord(frist, input, !isSame);
        return contentOf(record, isSame ? recipients : wanted);
      });
      return withRecipients(authority, id, after);
    },

    /** Withdraws a deadline. @throws {Problem} 404 */
    async withdraw(authority: string, id: number, allow: Precondition): Promise<void> {
      await changing(store, fristDocument, fristKey(id), stored => {
        const current = withRecipients(authority, id, stored);
        allow(current);
        const {fristId, version, ...record} = current.frist;
        const slettet = new Date().toISOString();
        const withdrawn = {...record, slettet, aendret: slettet, revision: record.revision + 1};
        return contentOf(withdrawn, current.recipients);
      });
    },

    /** Yields an authority's deadlines in order of creation, in batches. */
    async *list(authority: string): AsyncGenerator<Frist[]> {
      for await (const page of readPages(store, listingOf(authority))) {
        yield page.flatMap(({item: {id, delivery}, document}) => {
          const frist = toFrist(id, document);
          const isShown = frist?.delivery === delivery && frist.slettet === undefined;
          return isShown && frist.afsenderCvr === authority ? [frist] : [];
        });
      }
    },

    /** Yields texts that together change whenever `list` does, without reading the deadlines. */
    versions: (authority: string) => readVersions(store, listingOf(authority)),
  };
}

/** Returns the deadline of a document. @throws {Problem} 404 for a missing or withdrawn deadline, and for that of another authority. */
function ownOf(authority: string, id: number, document: Document | undefined): Frist {
  const frist = toFrist(id, document);
  if (frist?.afsenderCvr !== authority || frist.slettet !== undefined) throw deadlineNotFound();
  return frist;
}

/** Returns the deadline of a document, and its recipients. @throws {Problem} 404 */
function withRecipients(
  authority: string,
  id: number,
  stored: Stored<FristRecord, FristParts> | undefined,
): DeadlineWithRecipients {
  return {frist: ownOf(authority, id, stored), recipients: stored?.parts.modtagere ?? null};
}

function contentOf(value: FristRecord, recipients: Recipients): Content<FristRecord, FristParts> {
  return {value, ...(recipients && {parts: {modtagere: recipients}})};
}

const listingOf = (authority: string) => ({
  index: authorityIndex(authority),
  parse: parseMember,
  keyOf: ({id}: {id: number}) => fristKey(id),
});

/** Returns a deadline's first version. */
const toCreated = ({id, record}: ReservedFrist): Frist => ({...record, fristId: id, version: 1});
