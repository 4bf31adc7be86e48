import {storedBytesKey} from '../quotas/storage-quota.ts';
import {pathsOf} from '../store/document-type.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {parsePath} from '../store/key.ts';
import {readPages} from '../store/pages.ts';
import {abandonedDays, daysBefore, type Pruning, recent, unreadable} from '../pruning.ts';
import {VersionConflict} from '../store/store.ts';
import {timeOfToken} from '../store/token.ts';
import type {Instant} from '../time/datetime.ts';
import {textsDocument, variantDocument} from './documents.ts';
import {createRegistry, isEmptied} from './registry.ts';
import {
  changeMember,
  changesIndex,
  changesSince,
  parseChange,
  publicationOf,
  variantKey,
  type VariantHead,
} from './variant.ts';

const isTexts = pathsOf(textsDocument);

export async function pruneForms(pruning: Pruning): Promise<void> {
  if (!pruning.includes('forms')) return;
  if (pruning.before) await pruneVariants(pruning, pruning.before.getTime());
  await pruneTexts(pruning);
  await pruneChanges(pruning);
}

/**
 * Empties form variants that were deleted, or whose publication ended, before a moment. Keeps their ids for a supplier that creates them again.
 */
async function pruneVariants(pruning: Pruning, before: Instant): Promise<void> {
  const {store, portal = emptyPortal, now} = pruning;
  const registry = createRegistry(
    store,
    () => portal,
    {
      reserve: (cvr, bytes) => pruning.release(storedBytesKey('leverandoer', cvr), -bytes),
      release: (cvr, bytes) => pruning.release(storedBytesKey('leverandoer', cvr), bytes),
    },
    () => now.getTime(),
  );
  for await (const chunk of store.contents.documents(pathsOf(variantDocument))) {
    for (const {version, value} of chunk) {
      const head = value as VariantHead;
      const reason = reasonToKeep(head, portal, before);
      if (reason !== undefined) {
        pruning.keep('form variants', reason);
        continue;
      }
      await pruning.remove('form variants', 1, async () => {
        if (!(await registry.empty(head, version))) throw new VersionConflict(version);
      });
    }
    pruning.countScanned(chunk.length);
  }
}

function reasonToKeep(head: VariantHead, portal: Portal, before: Instant): string | undefined {
  if (isEmptied(head)) return 'already empty';
  const ended = head.deleted ? head.changed : publicationOf(head, portal).until;
  if (ended === Infinity) return 'without an end of publication';
  return Math.max(ended, head.changed) < before ? undefined : 'more recent';
}

/**
 * Removes texts of form variants that no head names. Texts are written before the head that names them, so those of a pending write look the
 * same: their token contains the time, and no request lasts for `abandonedDays`.
 */
async function pruneTexts(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  const abandoned = Date.parse(daysBefore(pruning, abandonedDays));
  for await (const paths of store.contents.paths()) {
    const texts = paths.filter(isTexts);
    const old = texts.flatMap(path => {
      const head = path.split('/', 4).join('/');
      const token = parsePath(path).at(-1) ?? '';
      const time = timeOfToken(token);
      return time !== undefined && time < abandoned ? [{path, head, token}] : [];
    });
    pruning.keep('texts of form variants', recent, texts.length - old.length);
    const heads = await store.contents.read(old.map(({head}) => head));
    for (const [place, {path, token}] of old.entries()) {
      const stored = heads[place];
      const head = stored?.value as VariantHead | undefined;
      const isUnreadable = stored !== undefined && !head;
      if (isUnreadable || head?.texts?.token === token) {
        pruning.keep('texts of form variants', isUnreadable ? `the form variant ${unreadable}` : 'in use');
        continue;
      }
      await pruning.remove('texts of form variants', 1, () => store.contents.removeDocument(path));
    }
    pruning.countScanned(paths.length);
  }
}

/** Removes entries of the change index that do not match their variant: those of failed attempts. */
async function pruneChanges(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  const to = changesSince(Date.parse(daysBefore(pruning, abandonedDays)));
  const parse = (member: string) => ({member, change: parseChange(member)});
  const keysOf = ({change}: ReturnType<typeof parse>) => (change ? [variantKey(change)] : []);
  for await (const page of readPages(store, {indexes: [changesIndex], parse, keysOf, to})) {
    const changes = page.filter(({item}) => item.change);
    const obsolete = changes.flatMap(({item: {member}, documents: [stored]}) => {
      const head = stored?.value as VariantHead | undefined;
      // An unreadable head may match.
      const isNeeded = stored !== undefined && (!head || changeMember(head) === member);
      return isNeeded ? [] : [{index: changesIndex, member}];
    });
    await pruning.remove('index entries', obsolete.length, () => store.removeEntries(obsolete));
    pruning.keep('index entries', 'in use', changes.length - obsolete.length);
    pruning.countScanned(page.length);
  }
}
