import type {CurrentPortal} from '../portal/portal.ts';
import {createQueue} from '../store/queue.ts';
import {type Store, VersionConflict} from '../store/store.ts';
import type {Instant} from '../time/datetime.ts';
import {permalinkOf} from './permalink.ts';
import {
  type Content,
  diaKey,
  runningNumber,
  supplierIndex,
  toVariant,
  type Variant,
  variantHints,
  variantKey,
  type VariantName,
  type VariantRecord,
  wasPublished,
} from './variant.ts';

/** How many variants are held at once while a list goes out: their texts may be long. */
const pageLength = 100;

/** What a variant shall become. */
export interface Wanted {
  readonly content: Content;
  /** 0: none. */
  readonly masterId: string;
}

/** A variant before and after one step. */
export interface Change {
  readonly before: Variant | undefined;
  readonly variant: Variant;
}

/** All form variants, under one key each, whichever interface they came through. */
export interface Registry {
  /** Also one that is deleted; `undefined` where there never was one. */
  get(name: VariantName): Promise<Variant | undefined>;

  /** One that is not deleted, by its registry id. */
  find(diaId: string): Promise<Variant | undefined>;

  /**
   * Makes, changes or brings back a variant, in one step on what is stored.
   *
   * @param decide Says what it shall become, given what is stored; throws to refuse. It is asked again when another
   *   writer got there first.
   */
  put(name: VariantName, decide: (current: Variant | undefined) => Wanted): Promise<Change>;

  /** Marks a variant as deleted. @param allow Throws to refuse; a variant that is not there is its to refuse, too. */
  remove(name: VariantName, allow: (current: Variant | undefined) => Variant): Promise<Change>;

  /** A supplier's variants that are not deleted, by their own ids, some at a time. */
  list(cvr: string): AsyncGenerator<Variant[]>;
}

/** A variant's diaId and its place in the supplier's list are written before it, and stay for good. */
export function createRegistry(
  store: Store,
  portal: CurrentPortal,
  clock: () => Instant = Date.now,
): Registry {
  const inTurn = createQueue();

  async function get(name: VariantName): Promise<Variant | undefined> {
    const [document] = await store.read([variantKey(name)]);
    return document && toVariant(document);
  }

  /** Reads, decides and writes until nobody else came between. */
  function change(
    name: VariantName,
    next: (current: Variant | undefined) => Promise<VariantRecord>,
  ): Promise<Change> {
    return inTurn(JSON.stringify(variantKey(name)), async () => {
      for (;;) {
        const before = await get(name);
        const record = await next(before);
        try {
          const expected = before?.storeVersion ?? 0;
          const document = await store.write(variantKey(name), record, {expected});
          return {before, variant: toVariant(document)};
        } catch (error) {
          if (!(error instanceof VersionConflict)) throw error;
        }
      }
    });
  }

  async function newDiaId(name: VariantName, masterId: string): Promise<string> {
    const diaId = `${masterId}.${await store.next(runningNumber(masterId))}`;
    const {documents, entries} = variantHints({...name, diaId});
    try {
      for (const {key, value} of documents) await store.write(key, value, {expected: 0});
    } catch (error) {
      // Another variant has that number: the store has lost the last steps of the counter.
      if (error instanceof VersionConflict) return newDiaId(name, masterId);
      throw error;
    }
    await store.addEntries(entries([]));
    return diaId;
  }

  return {
    get,

    async find(diaId) {
      const [found] = await store.read([diaKey(diaId)]);
      const variant = found && (await get(found.value as VariantName));
      // The id of a writer that another one got ahead of leads to a variant of another id.
      return variant?.diaId === diaId && !variant.deleted ? variant : undefined;
    },

    put: (name, decide) =>
      change(name, async current => {
        const {content, masterId} = decide(current);
        const now = clock();
        const publishedOnce = current !== undefined && wasPublished(current, portal(), now);
        return {
          ...content,
          ...name,
          diaId: current?.diaId ?? (await newDiaId(name, masterId)),
          masterId,
          permalink: publishedOnce ? current.permalink : permalinkOf(content.fields.titel),
          publishedOnce,
          changed: now,
          deleted: false,
        };
      }),

    remove: (name, allow) =>
      change(name, current => {
        const {storeVersion, ...record} = allow(current);
        const now = clock();
        const publishedOnce = wasPublished(record, portal(), now);
        return Promise.resolve({...record, publishedOnce, changed: now, deleted: true});
      }),

    async *list(cvr) {
      for (let from = ''; ;) {
        const members = await store.scan(supplierIndex(cvr), {from, limit: pageLength});
        const documents = await store.read(members.map(egetId => variantKey({cvr, egetId})));
        yield documents.flatMap(document => {
          const variant = document && toVariant(document);
          return variant && !variant.deleted ? [variant] : [];
        });
        if (members.length < pageLength) return;
        from = `${members.at(-1) ?? ''}\0`;
      }
    },
  };
}
