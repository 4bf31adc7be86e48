import {noQuota, type StorageQuota} from '../limits/storage-quota.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import {createPageLength} from '../store/page-length.ts';
import {createQueue} from '../store/queue.ts';
import {type Store, VersionConflict} from '../store/store.ts';
import type {Instant} from '../time/datetime.ts';
import {permalinkOf} from './permalink.ts';
import {
  joinVariant,
  type SplitVariant,
  splitVariant,
  textsKey,
  type TextsRecord,
  variantBytes,
} from './texts.ts';
import {
  type Content,
  diaKey,
  runningNumber,
  supplierIndex,
  type Variant,
  variantHints,
  variantKey,
  type VariantHead,
  type VariantName,
  type VariantRecord,
  wasPublished,
} from './variant.ts';

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

  /** Returns the heads of a supplier's variants that are not deleted, by their own ids, page by page. It reads no long texts. */
  list(cvr: string): AsyncGenerator<VariantHead[]>;
}

/** A variant as it is stored now. */
interface Stored extends SplitVariant {
  readonly variant: Variant;
}

/**
 * A variant's diaId and its place in the supplier's list are written before it. They stay permanently, unless a new diaId replaces the old one. Its long texts are written
 * before the head that names their token, and removed after the head stopped naming it.
 */
export function createRegistry(
  store: Store,
  portal: CurrentPortal,
  quota: StorageQuota = noQuota,
  clock: () => Instant = Date.now,
): Registry {
  const inTurn = createQueue();

  /** @param missed The token of texts that were not found before. */
  async function read(name: VariantName, missed?: string): Promise<Stored | undefined> {
    const [document] = await store.read([variantKey(name)]);
    if (!document) return undefined;
    const head = document.value as VariantHead;
    const stored = (split: SplitVariant) => ({...split, variant: joinVariant(split, document.version)});
    if (!head.texts) return stored({head});
    const [found] = await store.read([textsKey(name, head.texts.token)]);
    if (found) return stored({head, texts: found.value as TextsRecord});
    // A newer head may name other texts, and these were removed between the two reads; otherwise the store has lost them.
    return head.texts.token === missed ? stored({head}) : read(name, head.texts.token);
  }

  async function get(name: VariantName): Promise<Variant | undefined> {
    return (await read(name))?.variant;
  }

  /**
   * Writes one version over the one before.
   *
   * @param draft With an empty `diaId` for a variant that is to get a new one.
   * @throws {VersionConflict} after it removed the texts that it wrote.
   */
  async function commit(
    name: VariantName,
    draft: VariantRecord,
    before: Stored | undefined,
  ): Promise<Variant> {
    const {head: draftHead, texts} = splitVariant(draft, before);
    const added = variantBytes(draftHead) - (before ? variantBytes(before.head) : 0);
    if (added > 0) await quota.reserve(name.cvr, added);
    const diaId = draft.diaId || (await newDiaId(name, draft.masterId));
    const [record, head] = [
      {...draft, diaId},
      {...draftHead, diaId},
    ];
    const [token, tokenBefore] = [head.texts?.token, before?.head.texts?.token];
    const isNew = token !== undefined && token !== tokenBefore;
    if (isNew) await store.write(textsKey(name, token), texts);
    try {
      const expected = before?.variant.storeVersion ?? 0;
      const {version} = await store.write(variantKey(name), head, {expected});
      if (tokenBefore !== undefined && token !== tokenBefore) await store.remove(textsKey(name, tokenBefore));
      if (before && before.variant.diaId !== diaId) await store.remove(diaKey(before.variant.diaId));
      if (added < 0) await quota.release(name.cvr, -added);
      return {...record, storeVersion: version};
    } catch (error) {
      if (error instanceof VersionConflict) {
        if (isNew) await store.remove(textsKey(name, token));
        if (added > 0) await quota.release(name.cvr, added);
      }
      throw error;
    }
  }

  /** Reads, decides and writes until nobody else came between. */
  function change(name: VariantName, next: (current: Variant | undefined) => VariantRecord): Promise<Change> {
    return inTurn(JSON.stringify(variantKey(name)), async () => {
      for (;;) {
        const before = await read(name);
        const record = next(before?.variant);
        try {
          return {before: before?.variant, variant: await commit(name, record, before)};
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
      change(name, current => {
        const {content, masterId} = decide(current);
        const now = clock();
        const publishedOnce = current !== undefined && wasPublished(current, portal(), now);
        return {
          ...content,
          ...name,
          // A diaId begins with the number of the master, so another master needs a new one.
          diaId: current?.masterId === masterId ? current.diaId : '',
          masterId,
          permalink: publishedOnce ? current.permalink : permalinkOf(content.fields.titel),
          publishedOnce,
          changed: now,
          deleted: false,
        };
      }),

    remove: (name, allow) =>
      change(name, current => {
        const {storeVersion, textsLost, ...record} = allow(current);
        const now = clock();
        const publishedOnce = wasPublished(record, portal(), now);
        return {...record, publishedOnce, changed: now, deleted: true};
      }),

    async *list(cvr) {
      const page = createPageLength();
      for (let from = ''; ;) {
        const limit = page.length;
        const members = await store.scan(supplierIndex(cvr), {from, limit});
        const documents = await store.read(members.map(egetId => variantKey({cvr, egetId})));
        yield documents.flatMap(document => {
          const head = document?.value as VariantHead | undefined;
          return head && !head.deleted ? [head] : [];
        });
        if (members.length < limit) return;
        await page.adapt(documents);
        from = `${members.at(-1) ?? ''}\0`;
      }
    },
  };
}
