import {LRUCache} from 'lru-cache';

import {bounds} from '../bounds.ts';
import {Problem} from '../problem.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import {readPages, readVersions} from '../store/pages.ts';
import {changing, readStored, writeNew} from '../store/saving.ts';
import type {Key} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import type {Instant} from '../time/datetime.ts';
import {createPermalinks, type Reservation} from './permalinks.ts';
import {joinVariant, splitVariant, variantBytes, variantDocument} from './documents.ts';
import {
  type Dates,
  diaKey,
  type Fields,
  permalinkKey,
  runningNumber,
  storeVersionOf,
  supplierIndex,
  type Variant,
  variantKey,
  type VariantHead,
  type VariantName,
  wasPublished,
} from './variant.ts';

/* Reads and changes form variants, for interfaces A, B, F and G. `put` decides what a PUT of a supplier changes, and
 * `edit` what an editor changes. Write the `diaId` and the permalinks of a variant before the variant: after a crash, no variant may
 * lack them. No two variants may get the same `diaId` (`newDiaId`). */

export interface VariantInput {
  readonly fields: Fields;
  /** The number of the form master. 0: none. */
  readonly masterId: string;
}

/** What an editor saves. */
export type Edit = Dates & Pick<VariantHead, 'soegeord'>;

/** A version to write, without the fields that the registry sets. */
type Draft = Omit<VariantHead, 'publishedOnce' | 'changed'>;

export type Registry = ReturnType<typeof createRegistry>;

/** Returns the methods that read and change all form variants, of interfaces A and B. Each variant is one document with its parts. */
export function createRegistry(store: Store, portal: CurrentPortal, clock: () => Instant = Date.now) {
  const permalinks = createPermalinks(store, portal);
  /** How many more variants a supplier may create. */
  const room = new LRUCache<string, number>({max: 1_000, ttl: 60_000});

  /** Returns a variant, also a deleted one. */
  async function get(name: VariantName): Promise<Variant | undefined> {
    const stored = await readStored(store, variantDocument, variantKey(name));
    return stored && joinVariant(stored);
  }

  /** Returns the head of a variant, also of a deleted one. */
  async function getHead(name: VariantName): Promise<Variant | undefined> {
    const stored = await store.get(variantKey(name));
    return stored && {...(stored.value as VariantHead), storeVersion: storeVersionOf(stored)};
  }

  /** Returns the head of the variant that a document names, unless the variant is deleted. */
  async function getReferenced(key: Key): Promise<Variant | undefined> {
    const found = await store.get(key);
    const head = found && (await getHead(found.value as VariantName));
    return head?.deleted ? undefined : head;
  }

  /** Changes a variant atomically, and returns it before and after the change. A new version with an empty `diaId` gets a new `diaId`. */
  async function change(
    name: VariantName,
    next: (current: Variant | undefined) => Draft | Promise<Draft>,
  ): Promise<{before: Variant | undefined; variant: Variant}> {
    let before: Variant | undefined;
    let obsolete: readonly Reservation[] = [];
    const {after} = await changing(store, variantDocument, variantKey(name), async stored => {
      before = stored && joinVariant(stored);
      const {storeVersion: _, ...wanted}: Draft & Partial<Variant> = await next(before);
      const now = clock();
      const publishedOnce = before !== undefined && wasPublished(before, now);
      // `changed` increases: each version has its own entry in the index.
      const draft = {...wanted, publishedOnce, changed: Math.max(now, (before?.changed ?? 0) + 1)};
      const {value, parts} = splitVariant(draft, stored);
      if (!stored) await requireRoom(name.cvr);
      const reserving = {...value, permalinkAt: permalinks.authoritiesOf(draft)};
      const added = variantBytes(reserving) - (stored ? variantBytes(stored.value) : 0);
      await store.quotas.requireSpace({owner: 'leverandoer', cvr: name.cvr}, added);
      const diaId = draft.diaId || (await newDiaId(name, draft.masterId));
      const {obsolete: former, ...link} = await permalinks.assign({...draft, diaId}, before);
      obsolete = former;
      return {value: {...value, diaId, ...link}, ...(parts && {parts})};
    });
    if (!after) throw new Error('The registry removes no variant.');
    const variant = joinVariant(after);
    if (before && before.diaId !== variant.diaId) await store.remove(diaKey(before.diaId));
    await permalinks.release(obsolete);
    return {before, variant};
  }

  /** Counts the variants of a supplier, at most once a minute while there is room. @throws {Problem} 403 when the supplier has too many. */
  async function requireRoom(cvr: string): Promise<void> {
    const max = bounds.maxVariantsPerSupplier;
    const left = room.get(cvr) ?? max - (await store.scan(supplierIndex(cvr), {limit: max})).length;
    if (left > 0) room.set(cvr, left - 1, {noUpdateTTL: true});
    else throw new Problem(403, `The supplier ${cvr} has ${max} form variants, and may not have more.`);
  }

  async function newDiaId(name: VariantName, masterId: string): Promise<string> {
    const diaId = `${masterId}.${await store.next(runningNumber(masterId))}`;
    // Another variant has that number if the store has lost the counter's last steps.
    const {cvr, egetId} = name;
    return (await writeNew(store, diaKey(diaId), {cvr, egetId})) ? diaId : newDiaId(name, masterId);
  }

  /** Writes a variant. @param decide Returns the new variant, and does not change the stored one. Throws to reject. Called again after a conflict. */
  const put = (
    name: VariantName,
    decide: (current: Variant | undefined) => VariantInput | Promise<VariantInput>,
  ) =>
    change(name, async current => {
      const {fields, masterId} = await decide(current);
      const {udstillere} = fields;
      // A change that repeats an abbreviation keeps the authority. Any other PUT names the authority that has the abbreviation now.
      const isKept =
        udstillere === undefined || (!current?.deleted && udstillere === current?.fields.udstillere);
      return {
        ...name,
        fields,
        // A `diaId` begins with the number of the form master, so another form master needs a new `diaId`.
        diaId: current?.masterId === masterId ? current.diaId : '',
        masterId,
        permalink: current?.permalink ?? '',
        permalinkAt: isKept ? (current?.permalinkAt ?? []) : [],
        deleted: false,
        soegeord: current?.soegeord,
        nyeForslag: hasNewSuggestion(fields, current),
      };
    });

  return {
    get,
    getHead,

    /** Returns the head of a variant that is not deleted, by its registry id. */
    async find(diaId: string): Promise<Variant | undefined> {
      const head = await getReferenced(diaKey(diaId));
      // The id that a failed attempt took leads to a variant with another id.
      return head?.diaId === diaId ? head : undefined;
    },

    /** Does the same as `find`, by the id of an authority that exhibits the variant and its permalink there. */
    async findAt(myndighedsid: string, permalink: string): Promise<Variant | undefined> {
      const head = await getReferenced(permalinkKey(myndighedsid, permalink));
      // A permalink that stayed reserved after a crash leads to a variant with another one.
      return head?.permalink === permalink ? head : undefined;
    },

    put,

    /** Changes the editors' keywords and the dates of a variant. @param decide Returns the stored variant and the change. Throws to reject. Called again after a conflict. */
    edit: (name: VariantName, decide: (current: Variant | undefined) => {variant: Variant; edit: Edit}) =>
      change(name, current => {
        const {variant, edit} = decide(current);
        const {soegeord, ...dates} = edit;
        return {...variant, fields: {...variant.fields, ...dates}, soegeord, nyeForslag: false};
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

    /** Marks a variant as deleted. @param allow Returns the stored variant. Throws to reject, also if it is missing. */
    remove: (name: VariantName, allow: (current: Variant | undefined) => Variant) =>
      change(name, current => ({...allow(current), deleted: true})),

    /** Yields the variants that are not deleted, in the order of `egetId`. */
    async *list(cvr: string): AsyncGenerator<VariantHead[]> {
      for await (const page of readPages(store, listingOf(cvr))) {
        yield page.flatMap(({document}) => {
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
  index: supplierIndex(cvr),
  parse: (egetId: string) => variantKey({cvr, egetId}),
  keyOf: (key: Key) => key,
});

/** Returns whether there is a suggestion of keywords that no editor has seen. */
function hasNewSuggestion(fields: Fields, current: Variant | undefined): boolean {
  const suggestion = fields.forslagTilSoegeord?.trim() ?? '';
  const isChanged = suggestion !== (current?.fields.forslagTilSoegeord?.trim() ?? '');
  return suggestion !== '' && (isChanged || current?.nyeForslag === true);
}
