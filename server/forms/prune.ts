import {bounds} from '../limits/bounds.ts';
import {storedBytesKey} from '../limits/storage-quota.ts';
import {pathsOf} from '../store/document-type.ts';
import {parsePath} from '../store/key.ts';
import {abandonedDays, daysBefore, type Pruning} from '../store/pruning.ts';
import {timeOfToken} from '../store/token.ts';
import {VersionConflict} from '../store/store.ts';
import {idempotencyDocument, textsDocument} from './documents.ts';
import {type CreationRecord, isExpiredReservation, reservationBytes} from './creation.ts';
import {
  changeMember,
  changesIndex,
  changesSince,
  parseChange,
  variantKey,
  type VariantHead,
} from './variant.ts';

const isTexts = pathsOf(textsDocument);

export async function pruneForms(pruning: Pruning): Promise<void> {
  await pruneIdempotencyKeys(pruning);
  await pruneTexts(pruning);
  await pruneChanges(pruning);
}

async function pruneIdempotencyKeys(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  for await (const chunk of store.contents.documents(pathsOf(idempotencyDocument))) {
    for (const {path, version, value} of chunk) {
      const record = value as CreationRecord;
      if (!isExpiredReservation(record, pruning.now)) continue;
      const counter = storedBytesKey('leverandoer', parsePath(path)[1]);
      await pruning.remove('idempotency keys', 1, async () => {
        try {
          await store.contents.removeDocument(path, version);
          await pruning.release(counter, reservationBytes(record));
        } catch (error) {
          // A new request took the key over.
          if (!(error instanceof VersionConflict)) throw error;
        }
      });
    }
    pruning.looked(chunk.length);
  }
}

/**
 * Removes texts of form variants that no head names. Texts are written before the head that names them, so those of a write that
 * is under way look the same: their token says when the write began, and no request lasts for `abandonedDays`.
 */
async function pruneTexts(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  const abandoned = Date.parse(daysBefore(pruning, abandonedDays));
  for await (const paths of store.contents.paths()) {
    const old = paths.filter(isTexts).flatMap(path => {
      const head = path.split('/', 4).join('/');
      const token = parsePath(path).at(-1) ?? '';
      const time = timeOfToken(token);
      return time !== undefined && time < abandoned ? [{path, head, token}] : [];
    });
    const heads = await store.contents.read(old.map(({head}) => head));
    for (const [place, {path, token}] of old.entries()) {
      const stored = heads[place];
      const head = stored?.value as VariantHead | undefined;
      // A head that can't be read may name them.
      if ((stored && !head) || head?.texts?.token === token) continue;
      await pruning.remove('texts of form variants', 1, () => store.contents.removeDocument(path));
    }
    pruning.looked(paths.length);
  }
}

/** Removes entries among the changes that lead to another state of their variant: those of attempts that another writer got ahead of. */
async function pruneChanges(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  const limit = bounds.maxPageLength;
  const to = changesSince(Date.parse(daysBefore(pruning, abandonedDays)));
  for (let from = ''; ;) {
    const members = await store.scan(changesIndex, {from, to, limit});
    const changes = members.flatMap(member => parseChange(member) ?? []);
    const heads = await store.read(changes.map(variantKey));
    const obsolete = changes.flatMap((change, place) => {
      const stored = heads[place];
      const head = stored?.value as VariantHead | undefined;
      // A head that can't be read may be the one.
      const isNeeded = stored !== undefined && (head?.changed ?? change.changed) === change.changed;
      return isNeeded ? [] : [{index: changesIndex, member: changeMember(change)}];
    });
    if (obsolete.length) {
      await pruning.remove('index entries', obsolete.length, () => store.removeEntries(obsolete));
    }
    pruning.looked(members.length);
    const last = members.at(-1);
    if (members.length < limit || last === undefined) return;
    from = `${last}\0`;
  }
}
