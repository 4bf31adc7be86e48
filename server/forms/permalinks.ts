import {bounds} from '../bounds.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import {ruleBroken} from '../problem.ts';
import {type Document, type Key, type Version, VersionConflict} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {
  exhibitorsOf,
  isMunicipal,
  permalinkKey,
  type Variant,
  type VariantHead,
  type VariantName,
} from './variant.ts';

/* Permalinks, the names of forms in URLs, for `registry.ts`. Change how a title becomes a permalink in `permalinkOf`
 * and `unaccented`, which `public/words.ts` also uses, and the order of attempts in `candidates`. Other sites link to
 * published forms: their permalinks must stay as long as possible, and no two forms of an authority may share one. */

/** A reserved permalink at an authority. */
export interface Reservation {
  readonly key: Key;
  readonly version: Version;
}

/**
 * Permalinks, each unique among the forms of an authority, for `registry.ts`. Before a variant is written, the registry reserves its permalink: in a
 * document for each authority. Afterwards it releases the previous permalink. A crash in between leaves a reservation that only that variant can use.
 */
export function createPermalinks(store: Store, portal: CurrentPortal) {
  /**
   * Returns the ids of the authorities at which a variant needs its permalink: none for a deleted variant that was never published. A variant keeps its
   * permalink everywhere while the portal file lacks one of its authorities, which may come back. A published variant also keeps it if it names none.
   */
  function authoritiesOf(variant: VariantHead): string[] {
    const {deleted, publishedOnce, permalinkAt, fields} = variant;
    if (deleted && !publishedOnce) return [];
    const exhibitors = exhibitorsOf(variant, portal());
    const named = fields.valgteMyndigheder?.length ?? 1;
    const isComplete = exhibitors.length === named && (named > 0 || !publishedOnce);
    const kept = isComplete ? [] : permalinkAt;
    return [...new Set([...exhibitors.map(({myndighedsid}) => myndighedsid), ...kept])];
  }

  /**
   * Reserves a permalink: the stored one if it has been published or matches the title; otherwise that of the title, with `_2`, `_3` … if another
   * form has it. A published permalink changes only if another form has it and either all authorities change or the store has lost the reservation.
   *
   * @returns The permalink, the ids of the authorities at which it is reserved, and the reservations that the variant no longer
   *   needs once it is written.
   * @throws {Problem} 422 when the permalink cannot change, and another form of a new authority has it.
   */
  async function assign(draft: VariantHead, before: Variant | undefined) {
    const authorities = authoritiesOf(draft);
    const known = before ? authoritiesOf(before) : [];
    const base = permalinkOf(draft.fields.titel);
    const {permalink = base, permalinkAt: reservedAt} = before ?? {};
    const isKept = draft.publishedOnce || (before && base === permalinkOf(before.fields.titel));
    const reserved = await store.read((reservedAt ?? []).map(id => permalinkKey(id, permalink)));
    // If the store has lost the reservation, another variant may have the permalink.
    const isLost = reserved.some(document => document && !isOf(document, draft));
    if (isKept && reservedAt && isSame(reservedAt, authorities) && !isLost) {
      return {permalink, permalinkAt: reservedAt, obsolete: [] as Reservation[]};
    }
    // If all authorities change, all URLs change anyway.
    const isFrozen = draft.publishedOnce && !isLost && authorities.some(id => known.includes(id));
    const next = isFrozen
      ? await keep(draft, permalink, authorities, known)
      : await choose(draft, candidates(isKept ? permalink : base, base, draft.diaId), authorities);
    const obsolete = (reservedAt ?? []).flatMap((id, place): Reservation[] => {
      const document = reserved[place];
      const isNeeded = next.permalink === permalink && next.permalinkAt.includes(id);
      if (!document || !isOf(document, draft) || isNeeded) return [];
      return [{key: permalinkKey(id, permalink), version: document}];
    });
    return {...next, obsolete};
  }

  /** Reserves a permalink that cannot change. Throws if another form has it at a new authority of the variant. */
  async function keep(
    draft: VariantHead,
    permalink: string,
    authorities: readonly string[],
    known: readonly string[],
  ) {
    const permalinkAt: string[] = [];
    for (const id of authorities) {
      if (await reserve(draft, permalink, [id])) permalinkAt.push(id);
      else if (!known.includes(id)) throw takenAt(draft, authorityName(draft, id));
    }
    return {permalink, permalinkAt};
  }

  const authorityName = (draft: VariantHead, id: string) =>
    exhibitorsOf(draft, portal()).find(({myndighedsid}) => myndighedsid === id)?.navn ?? id;

  async function choose(name: VariantName, permalinks: Iterable<string>, permalinkAt: string[]) {
    for (const permalink of permalinks) {
      if (await reserve(name, permalink, permalinkAt)) return {permalink, permalinkAt};
    }
    throw new Error('The registry id is always free.');
  }

  /** Reserves a permalink at all authorities or none. Returns false if another form has it. @throws {VersionConflict} */
  async function reserve(
    name: VariantName,
    permalink: string,
    authorities: readonly string[],
  ): Promise<boolean> {
    const keys = authorities.map(id => permalinkKey(id, permalink));
    const documents = await store.read(keys);
    const isTaken = (document: Document | undefined) => document && !isOf(document, name);
    if (documents.some(isTaken)) return false;
    const {cvr, egetId} = name;
    const results = await Promise.allSettled(
      // Also writes the existing reservations again: a writer that is about to release their present version then fails.
      keys.map((key, place) => {
        const document = documents[place];
        return store.write(key, {cvr, egetId}, {expected: document ?? 0});
      }),
    );
    const failure = results.find(result => result.status === 'rejected');
    if (!failure) return true;
    if (!(failure.reason instanceof VersionConflict)) throw failure.reason;
    await release(
      results.flatMap((result, place) => {
        const [key, document] = [keys[place], documents[place]];
        const isNew = result.status === 'fulfilled' && !(document && isOf(document, name));
        return isNew && key ? [{key, version: result.value}] : [];
      }),
    );
    const [now, versions] = await Promise.all([store.read(keys), store.readVersions(keys)]);
    const isUnreadable = (_: Key, place: number) => versions[place] && !now[place];
    if (now.some(isTaken) || keys.some(isUnreadable)) return false;
    // Another writer changed the same variant.
    throw failure.reason;
  }

  async function release(obsolete: readonly Reservation[]): Promise<void> {
    await Promise.all(
      obsolete.map(({key, version}) =>
        store.remove(key, version).catch((error: unknown) => {
          // Another writer needs the reservation.
          if (!(error instanceof VersionConflict)) throw error;
        }),
      ),
    );
  }

  return {authoritiesOf, assign, release};
}

/** Yields the permalink to keep, then that of the title: alone, with rising numbers, and with the unique registry id. */
function* candidates(kept: string, base: string, diaId: string): Generator<string> {
  yield kept;
  if (kept !== base) yield base;
  for (let number = 2; number <= bounds.maxPermalinkAttempts; number += 1) yield `${base}_${number}`;
  const unique = `${base}_${diaId.replace('.', '_')}`;
  yield unique;
  for (let number = 2; ; number += 1) yield `${unique}_${number}`;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every(cvr => other.includes(cvr));
}

function isOf({value}: Document, {cvr, egetId}: VariantName): boolean {
  const holder = value as VariantName;
  return holder.cvr === cvr && holder.egetId === egetId;
}

function takenAt({permalink, ...variant}: VariantHead, authority: string) {
  const message = `Another form of ${authority} has the permalink "${permalink}", and this form's permalink must not change any more. Create a new form variant with another title for that authority.`;
  return ruleBroken({[isMunicipal(variant) ? 'valgteMyndigheder' : 'udstillere']: [message]});
}

/** Letters that Unicode does not decompose into an unaccented letter and a mark, and `å`, which becomes `aa`. */
const letters: Record<string, string> = {
  ...{æ: 'ae', ø: 'oe', å: 'aa', œ: 'oe', ß: 'ss', ð: 'd', þ: 'th', đ: 'd', ł: 'l', ħ: 'h', ı: 'i'},
  ...{Æ: 'Ae', Ø: 'Oe', Å: 'Aa', Œ: 'Oe', ẞ: 'Ss', Ð: 'D', Þ: 'Th', Đ: 'D', Ł: 'L', Ħ: 'H'},
};

/**
 * Returns a text without accents on letters and without invisible characters, such as soft hyphens. `æ`, `ø` and `å` become `ae`, `oe` and `aa`, and `m²`
 * becomes `m2`. For permalinks, and for the words and the order of `public/words.ts`.
 */
export function unaccented(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .replace(/[æøåœßðþđłħıÆØÅŒẞÐÞĐŁĦ]/g, letter => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '');
}

/** Returns the last part of a form's URL: the words of its title, joined by `_`, in unaccented Latin letters and digits. Default: `formular`. */
export function permalinkOf(title: string): string {
  return (
    unaccented(title)
      .match(/[a-z0-9]+/gi)
      ?.join('_') ?? 'formular'
  );
}
