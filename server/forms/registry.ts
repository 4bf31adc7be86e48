import {noQuota, type StorageQuota} from '../store/storage-quota.ts';
import {Problem} from '../problem.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import {createCompareAndSet} from '../store/update.ts';
import {readPages, readVersions} from '../store/pages.ts';
import {type Key, type Store, VersionConflict} from '../store/store.ts';
import type {Instant} from '../time/datetime.ts';
import {createPermalinks} from './permalinks.ts';
import {
  joinVariant,
  linkBytes,
  type SplitVariant,
  splitVariant,
  type TextsRecord,
  variantBytes,
} from './texts.ts';
import {
  changeMember,
  changesIndex,
  type Content,
  type Dates,
  diaKey,
  permalinkKey,
  runningNumber,
  supplierIndex,
  textsKey,
  type Variant,
  variantDependencies,
  variantKey,
  type VariantHead,
  type VariantName,
  type VariantRecord,
  wasPublished,
} from './variant.ts';

export interface VariantInput {
  readonly content: Content;
  /** 0: none. */
  readonly masterId: string;
}

/** What an editor saves. */
export type Edit = Dates & Pick<VariantHead, 'soegeord'>;

type Stored = SplitVariant & {readonly variant: Variant};

export type Registry = ReturnType<typeof createRegistry>;

/**
 * All form variants, of both interfaces, under one key each.
 *
 * A variant's diaId, permalinks, place in the supplier's list and entry among the changes are written before it. Its long texts are written
 * before the head that names their token, and removed after the head stopped naming it.
 */
export function createRegistry(
  store: Store,
  portal: CurrentPortal,
  quota: StorageQuota = noQuota,
  clock: () => Instant = Date.now,
) {
  const compareAndSet = createCompareAndSet();
  const permalinks = createPermalinks(store, portal);

  /** @param missed The token of texts that were missing at the first attempt. */
  async function read(name: VariantName, missed?: string): Promise<Stored | undefined> {
    const document = await store.get(variantKey(name));
    if (!document) return undefined;
    const head = document.value as VariantHead;
    const stored = (split: SplitVariant) => ({...split, variant: joinVariant(split, document.version)});
    if (!head.texts) return stored({head});
    const [found] = await store.read([textsKey(name, head.texts.token)]);
    if (found) return stored({head, texts: found.value as TextsRecord});
    // A newer head may name other texts; otherwise the store has lost them.
    return head.texts.token === missed ? stored({head}) : read(name, head.texts.token);
  }

  /** Returns a variant, also a deleted one. */
  async function get(name: VariantName): Promise<Variant | undefined> {
    return (await read(name))?.variant;
  }

  /** Returns the variant that a document names, unless it is deleted. */
  async function getReferenced(key: Key): Promise<Variant | undefined> {
    const found = await store.get(key);
    const variant = found && (await get(found.value as VariantName));
    return variant?.deleted ? undefined : variant;
  }

  /**
   * Replaces the previous version.
   *
   * @param draft With an empty `diaId` for a variant that needs a new one. Assigns its permalink.
   * @throws {VersionConflict} after it has removed its texts.
   */
  async function commit(
    name: VariantName,
    draft: VariantRecord,
    before: Stored | undefined,
  ): Promise<Variant> {
    const {head: draftHead, texts} = splitVariant(draft, before);
    const permalinkAt = permalinks.authoritiesOf(draft);
    const bytesBefore = before ? variantBytes(before.head) : 0;
    const added = variantBytes({...draftHead, permalinkAt}) - bytesBefore;
    const reserved = Math.max(0, added);
    await quota.reserve(name.cvr, reserved);
    const [token, tokenBefore] = [draftHead.texts?.token, before?.head.texts?.token];
    const isNew = token !== undefined && token !== tokenBefore;
    try {
      const diaId = draft.diaId || (await newDiaId(name, draft.masterId));
      const {obsolete, ...link} = await permalinks.assign({...draft, diaId}, before?.variant);
      if (isNew) await store.write(textsKey(name, token), texts);
      const expected = before?.variant.storeVersion ?? 0;
      await store.addEntries([{index: changesIndex, member: changeMember(draft)}]);
      const {version} = await store.write(variantKey(name), {...draftHead, diaId, ...link}, {expected});
      if (tokenBefore !== undefined && token !== tokenBefore) await store.remove(textsKey(name, tokenBefore));
      if (before && before.variant.diaId !== diaId) await store.remove(diaKey(before.variant.diaId));
      if (before) await store.removeEntries([{index: changesIndex, member: changeMember(before.head)}]);
      await permalinks.release(obsolete);
      const unused = (permalinkAt.length - link.permalinkAt.length) * linkBytes;
      await quota.release(name.cvr, reserved - added + unused);
      return {...draft, diaId, ...link, storeVersion: version};
    } catch (error) {
      if (error instanceof VersionConflict && isNew) await store.remove(textsKey(name, token));
      if (error instanceof VersionConflict || error instanceof Problem) {
        await quota.release(name.cvr, reserved);
      }
      throw error;
    }
  }

  /** Changes a variant atomically, and returns it before and after the change. */
  function change(
    name: VariantName,
    next: (current: Variant | undefined) => VariantRecord | Variant | Promise<VariantRecord | Variant>,
  ) {
    return compareAndSet(variantKey(name), async () => {
      const stored = await read(name);
      const before = stored?.variant;
      const record = await next(before);
      return {before, variant: record === before ? before : await commit(name, record, stored)};
    });
  }

  async function newDiaId(name: VariantName, masterId: string): Promise<string> {
    const diaId = `${masterId}.${await store.next(runningNumber(masterId))}`;
    const {documents, entries} = variantDependencies({...name, diaId});
    try {
      for (const {key, value} of documents) await store.write(key, value, {expected: 0});
    } catch (error) {
      // Another variant has that number: the store has lost the counter's last steps.
      if (error instanceof VersionConflict) return newDiaId(name, masterId);
      throw error;
    }
    await store.addEntries(entries([]));
    return diaId;
  }

  function markDeleted({storeVersion, textsLost, ...record}: Variant): VariantRecord {
    const now = clock();
    const publishedOnce = wasPublished(record, portal(), now);
    return {...record, publishedOnce, changed: changedAfter(record, now), deleted: true};
  }

  /**
   * @param decide Returns the new variant for the stored one, without changing it. Throws to reject. Called again after a conflict.
   */
  const put = (
    name: VariantName,
    decide: (current: Variant | undefined) => VariantInput | Variant | Promise<VariantInput>,
  ) =>
    change(name, async current => {
      const input = await decide(current);
      if (!('content' in input)) return input;
      const {content, masterId} = input;
      const now = clock();
      const publishedOnce = current !== undefined && wasPublished(current, portal(), now);
      return {
        ...content,
        ...name,
        // A diaId begins with the number of the master, so another master needs a new one.
        diaId: current?.masterId === masterId ? current.diaId : '',
        masterId,
        permalink: current?.permalink ?? '',
        permalinkAt: current?.permalinkAt ?? [],
        publishedOnce,
        changed: changedAfter(current, now),
        deleted: false,
        soegeord: current?.soegeord,
        nyeForslag: hasNewSuggestion(content, current),
      };
    });

  return {
    get,

    /** Returns a variant that is not deleted, by its registry id. */
    async find(diaId: string): Promise<Variant | undefined> {
      const variant = await getReferenced(diaKey(diaId));
      // The id of a failed attempt leads to a variant with another id.
      return variant?.diaId === diaId ? variant : undefined;
    },

    /** Returns a variant that is not deleted, by the CVR number of an authority that exhibits it and its permalink there. */
    async findAt(authority: string, permalink: string): Promise<Variant | undefined> {
      const variant = await getReferenced(permalinkKey(authority, permalink));
      // A permalink that stayed reserved after a crash leads to a variant with another one.
      return variant?.permalink === permalink ? variant : undefined;
    },

    put,

    /** Changes the editors' keywords and the dates of a variant. @param decide Returns the stored variant and the change. Throws to reject. Called again after a conflict. */
    edit: (name: VariantName, decide: (current: Variant | undefined) => {variant: Variant; edit: Edit}) =>
      change(name, current => {
        const {variant, edit} = decide(current);
        const {soegeord, ...dates} = edit;
        const {storeVersion, textsLost, ...record} = variant;
        const now = clock();
        const publishedOnce = wasPublished(record, portal(), now);
        const fields = {...record.fields, ...dates} as never;
        const changed = changedAfter(record, now);
        return {...record, fields, publishedOnce, changed, soegeord, nyeForslag: false};
      }),

    /** Creates or restores a variant. @throws {Problem} 400 when it exists. */
    async create(name: VariantName, input: VariantInput): Promise<Variant> {
      const {variant} = await put(name, current => {
        if (!current || current.deleted) return input;
        throw new Problem(400, 'You already have a form variant with that egetId: see egetId.', {
          errors: {egetId: ['Must be a new id. Use PUT to change the existing variant.']},
        });
      });
      return variant;
    },

    /** @param allow Throws to reject, also for a missing variant. */
    remove: (name: VariantName, allow: (current: Variant | undefined) => Variant) =>
      change(name, current => markDeleted(allow(current))),

    /** Returns the variants that are not deleted, by their own ids. */
    async *list(cvr: string): AsyncGenerator<VariantHead[]> {
      for await (const page of readPages(store, listingOf(cvr))) {
        yield page.flatMap(({documents: [document]}) => {
          const head = document?.value as VariantHead | undefined;
          return head && !head.deleted ? [head] : [];
        });
      }
    },

    /** Yields texts that together change whenever `list` does, without reading the variants. */
    versions: (cvr: string) => readVersions(store, listingOf(cvr)),
  };
}

const listingOf = (cvr: string) => ({
  indexes: [supplierIndex(cvr)],
  parse: (egetId: string) => variantKey({cvr, egetId}),
  keysOf: (key: Key) => [key],
});

/** Returns whether there is a suggestion of keywords that no editor has seen. */
function hasNewSuggestion({fields}: Content, current: Variant | undefined): boolean {
  const suggestion = fields.forslagTilSoegeord?.trim() ?? '';
  const isChanged = suggestion !== (current?.fields.forslagTilSoegeord?.trim() ?? '');
  return suggestion !== '' && (isChanged || current?.nyeForslag === true);
}

/** Returns a time after the previous change, so each version has a separate entry in the change index. */
function changedAfter(before: Pick<VariantHead, 'changed'> | undefined, now: Instant): Instant {
  return Math.max(now, (before?.changed ?? 0) + 1);
}
