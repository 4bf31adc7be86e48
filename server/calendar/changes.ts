/** Notices of changed deadlines, and stamps, which show `company-calendar.ts` whether long lists and feeds have
 * changed. If lists depend on another document, add its key in `readStamp`. Code that changes documents or index
 * entries without `store/saving.ts` must call `addNotice`: otherwise clients keep outdated lists. */
import {newToken} from '../store/document-codec.ts';
import type {Entry} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {addDays, type IsoDate} from '../time/dates.ts';
import {type Days, inSteps, type Reader} from './mark-reader.ts';
import {changesIndex, companyStampKey, fristKey, monthOf, readMarksKey} from './records.ts';

/** How long a notice is kept: longer than the write of its deadline may take. */
const noticeMs = 86_400_000;

/** More notices mean that deadlines change very often. A stamp would then change too often to be of use. */
const maxNotices = 32;

/** How many notices are removed at a time. */
const removalLength = 4_000;

/** A list of more months does not need a stamp: reading it takes long anyway. */
const maxMonths = 36;

const stepLength = 1_000;

/** Returns a notice of a change. The caller adds it before the change. @param id The number of the deadline. Default: the change writes no deadline. */
export const newNotice = (id = '0'): Entry => ({index: changesIndex, member: `${newToken()} ${id}`});

/** Changes all stamps. Call it after changes of documents or index entries that bypass `saving.ts`. */
export const addNotice = (store: Store): Promise<void> => store.addEntries([newNotice()]);

/**
 * Returns a text that changes whenever the deadlines or marks of a reader do; `undefined` if it is better to read their versions. The cost depends only on
 * the number of companies.
 *
 * The text contains the notices with the versions of their deadlines, so it changes when a deadline is written, even if the writer fails afterwards.
 * It contains the date for two reasons: a new day changes lists without a write, and a former text must not return after old notices are removed.
 */
export async function readStamp(
  store: Store,
  {cvrs, owner}: Reader,
  {fra, til}: Days,
): Promise<string | undefined> {
  // A feed has no person, and so no marks of one. In a person's list without an end, these may be of any month: it has no stamp.
  const months = owner === undefined ? [] : til && monthsBetween(fra, til);
  if (!months || months.length > maxMonths) return undefined;
  const notices = await store.scan(changesIndex, {limit: maxNotices + 1});
  if (notices.length > maxNotices) return undefined;
  const keys = [
    ...notices.map(member => fristKey(Number(member.slice(member.indexOf(' ') + 1)))),
    ...months.map(month => readMarksKey(owner ?? '', month)),
    ...cvrs.map(companyStampKey),
  ];
  const versions = await inSteps(keys, stepLength, step => store.readVersions(step));
  const states = versions.map(found => found && `${found.version} ${found.operation}`);
  return `${new Date().toISOString().slice(0, 10)} ${notices.join()} ${states.join()}`;
}

/** Removes old notices, so that there are few when deadlines rarely change. */
export async function removeOldNotices(store: Store, now = Date.now()): Promise<void> {
  const range = {to: newToken(now - noticeMs), limit: removalLength};
  let old: readonly string[];
  do {
    old = await store.scan(changesIndex, range);
    await store.removeEntries(old.map(member => ({index: changesIndex, member})));
  } while (old.length === removalLength);
}

function monthsBetween(fra: IsoDate, til: IsoDate): string[] {
  const months: string[] = [];
  for (
    let month = monthOf(fra);
    month <= monthOf(til) && months.length <= maxMonths;
    month = monthOf(addDays(`${month}-28`, 4))
  )
    months.push(month);
  return months;
}
