/* What editors read: lists of form variants, their numbers and key figures, for the operations of interface G. Change a
 * filter of the list in `isWanted`, and a number in `overview`; `registry.ts` stores what editors change. Read all
 * variants in pages (`heads`), so that other requests run in between. */
import {bounds} from '../../bounds.ts';
import type {CurrentPortal} from '../../portal/portal.ts';
import {DocumentUnreadable} from '../../store/engine.ts';
import {readPages, readVersions} from '../../store/pages.ts';
import type {Store} from '../../store/store.ts';
import {takeTurn} from '../../store/turns.ts';
import type {EditorialQuery} from '../public/query.ts';
import {createMatcher, searchedText} from '../public/words.ts';
import {expectations} from '../fields-v2.ts';
import type {Registry} from '../registry.ts';
import {abbreviationsOf} from '../representations.ts';
import {
  type Change,
  changesIndex,
  type Fields,
  isMunicipal,
  parseChange,
  publicationState,
  suggestionOf,
  type Variant,
  type VariantHead,
  variantKey,
} from '../variant.ts';

/** The yearly numbers of submissions, and the part of them that is digital. */
interface Submissions {
  submissions: number;
  digital: number;
}

export type Editorial = ReturnType<typeof createEditorial>;

/** The numbers of variants and of submissions of all suppliers. */
export type EditorialOverview = Awaited<ReturnType<Editorial['overview']>>;

/** Returns the methods that list and count the form variants of all suppliers, for the portal's editors. */
export function createEditorial(store: Store, registry: Registry, portal: CurrentPortal) {
  const listing = (from = '') => ({
    index: changesIndex,
    from,
    parse: (member: string) => ({member, change: parseChange(member)}),
    // A deleted variant has `until` 0, and is not read.
    keyOf: ({change}: {change: Change | undefined}) =>
      change && change.until > 0 ? variantKey(change) : undefined,
  });

  /** Yields index entries in the order of changes, with the variants that are not deleted, each once. `head` is `undefined` for all other entries. */
  async function* heads(from?: string) {
    // A variant that changes during the walk gets another entry at the end.
    const found = new Set<string>();
    for await (const page of readPages(store, listing(from))) {
      yield page.map(({item: {member, change}, document}) => {
        const head = document?.value as VariantHead | undefined;
        // A failed change may have left an outdated entry.
        if (!head || head.deleted || head.changed !== change?.changed) return {member, head: undefined};
        const name = `${head.cvr}/${head.egetId}`;
        if (found.has(name)) return {member, head: undefined};
        found.add(name);
        return {member, head};
      });
    }
  }

  return {
    /**
     * Lists variants in the order of their last change. A page looks at a bounded number of variants, so a short page can have a next page, which
     * starts at `next`.
     */
    async list({soeg, tilstand, nye, antal, efter}: EditorialQuery) {
      const scoreOf = createMatcher(soeg);
      const [current, now] = [portal(), Date.now()];
      const isWanted = (head: VariantHead) =>
        (!nye || head.nyeForslag === true) &&
        (tilstand === undefined || publicationState(head, current, now) === tilstand) &&
        scoreOf(searchedText([head.fields.titel, head.soegeord, suggestionOf(head)], Infinity)) !== undefined;
      const found: VariantHead[] = [];
      let examined = 0;
      for await (const page of heads(efter)) {
        for (const {member, head} of page) {
          if (found.length === antal || examined === bounds.maxExaminedForms)
            return {heads: found, next: member};
          examined += 1;
          if (head && isWanted(head)) found.push(head);
        }
      }
      return {heads: found, next: undefined};
    },

    /**
     * Yields all variants of interface B with their texts: only these variants have key figures. Yields a large variant, of up to a megabyte, by
     * itself. Other work runs in between.
     */
    async *keyFigures(): AsyncGenerator<Variant[]> {
      for await (const page of heads()) {
        const own = page.flatMap(({head}) => (head && !isMunicipal(head) ? [head] : []));
        // Without `texts`, the head is complete. Key figures do not use `storeVersion`.
        yield own.filter(({texts}) => !texts).map(head => ({...head, storeVersion: ''}));
        for (const head of own.filter(({texts}) => texts)) {
          await takeTurn(false);
          const variant = await registry.get(head).catch(asMissing);
          if (variant && !variant.deleted) yield [variant];
        }
      }
    },

    /** Counts the variants that are not deleted. Other work runs in between. */
    async overview() {
      const overview = {
        states: {publiceret: 0, planlagt: 0, afpubliceret: 0},
        suggestions: 0,
        /** The number of variants of interface B by `forventetDigital`, which is from 1. Index 0: variants without it. */
        expected: Array<number>(expectations.length + 1).fill(0),
        /** By abbreviation of the authority. */
        authorities: new Map<string, Submissions>(),
      };
      const [current, now] = [portal(), Date.now()];
      for await (const page of heads()) {
        for (const {head} of page) {
          if (!head) continue;
          overview.states[publicationState(head, current, now)] += 1;
          if (head.nyeForslag) overview.suggestions += 1;
          if (!isMunicipal(head)) countFields(head.fields, abbreviationsOf(head, current), overview);
        }
      }
      return overview;
    },

    /** Yields texts that together change whenever `keyFigures` does, without reading the variants. */
    versions: () => readVersions(store, listing()),
  };
}

/** Leaves out a variant whose texts cannot be read, as lists do. */
function asMissing(error: unknown): undefined {
  if (!(error instanceof DocumentUnreadable)) throw error;
}

/** Adds the key figures of a variant to the numbers of its authority. */
function countFields(fields: Fields, authority: string, {expected, authorities}: EditorialOverview): void {
  const place = fields.forventetDigital ?? 0;
  expected[place] = (expected[place] ?? 0) + 1;
  // A supplier can write a number below zero.
  const [paper, ...digital] = [
    fields.aarligeBlanketter,
    fields.aarligeDigitaleLoesninger,
    fields.aarligeDigitaleLoesningerIntegreretPaaPortal,
    fields.aarligeSystemTilSystem,
  ].map(number => Math.max(0, number ?? 0));
  const added = digital.reduce((sum, number) => sum + number, 0);
  const {submissions = 0, digital: before = 0} = authorities.get(authority) ?? {};
  authorities.set(authority, {submissions: submissions + (paper ?? 0) + added, digital: before + added});
}
