import {addNotice} from '../calendar/changes.ts';
import {
  fristKey,
  type FristRecord,
  type FristReservation,
  idempotencyDays,
  isExpiredReservation,
  isWithdrawnLongAgo,
  monthOf,
  reservationBytes,
  withdrawnDays,
} from '../calendar/records.ts';
import {fristDocument, idempotencyDocument, marksDocument, readMarksDocument} from '../calendar/documents.ts';
import {isAbandoned, reminderDocument, reminderKey, type ReminderRecord} from '../calendar/mail/reminders.ts';
import {choicesDocument, orderDocument} from '../dashboard/schema.ts';
import {storedBytesKey} from '../store/storage-quota.ts';
import {pathsOf} from '../store/document-type.ts';
import {parsePath} from '../store/key.ts';
import {changing, discard, readStored, save} from '../store/saving.ts';
import {type Document, DocumentUnreadable, VersionConflict} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {timeOfOperation} from '../store/document-codec.ts';
import {addDays, today} from '../time/dates.ts';
import {recount} from './counters.ts';
import {CommandError} from './messages.ts';
import type {Progress} from './progress.ts';

/* `tavle prune`, for `cli/commands.ts`: removes data past its retention. Add a kind of data to `counts` and as a loop
 * in `prune`; `markDays` and the constants of `calendar/records.ts` are the periods. What it removes must agree with
 * the table of `docs/operate/data.md`. The deadline with the highest number must stay: no number is used twice. */

/** The retention of marks after the month of their deadlines, in days. */
const markDays = 400;

export interface PruneCount {
  removed: number;
  /** Number of kept items by reason. */
  readonly kept: Map<string, number>;
}

/** The counts by kind of item, in the order of the report. */
export type Pruned = ReadonlyMap<string, PruneCount>;

export interface PruneOptions {
  /** Also removes deadlines whose date, and dashboards whose last change, was before this moment. Default: keeps these. */
  readonly before?: Date | undefined;
  /** Counts without removing. */
  readonly dryRun: boolean;
  readonly progress: Progress;
  /** Stops the run between two steps. The next run continues. */
  readonly stopped: AbortSignal;
  readonly now?: Date;
}

/**
 * Removes data past its retention while other processes read and write. Needs little memory and may be aborted. Returns the numbers of items
 * that were removed and kept, or would be.
 *
 * Before the run removes a deadline, it withdraws the deadline in one step on its document. Then no update can restore it while the run removes
 * what refers to it, and the next run finds the remains of an interrupted run. The deadline with the highest number stays, so that numbers are
 * never given again, even if a counter is lost.
 */
export async function prune(store: Store, options: PruneOptions): Promise<Pruned> {
  const {dryRun, progress, stopped, now = new Date(), before} = options;
  // The bytes that are released below must be counted first.
  if (!dryRun) await recount(store, progress);
  const newCount = (): PruneCount => ({removed: 0, kept: new Map()});
  const counts = {
    deadlines: newCount(),
    'months of marks': newCount(),
    'idempotency keys': newCount(),
    'mail addresses': newCount(),
    dashboards: newCount(),
  };
  let scanned = 0;

  /**
   * Removes or keeps an item, and counts it.
   *
   * @param reason Why the item is kept. `undefined`: it is removed.
   * @param removal May throw {@link VersionConflict} for an item that another writer has changed, and {@link DocumentUnreadable}.
   */
  async function handle(count: PruneCount, reason: string | undefined, removal: () => Promise<unknown>) {
    stopped.throwIfAborted();
    progress.report('looked at', (scanned += 1));
    let kept = reason;
    try {
      if (kept === undefined && !dryRun) await removal();
    } catch (error) {
      if (error instanceof VersionConflict) kept = 'changed during the run';
      else if (error instanceof DocumentUnreadable) kept = 'not readable';
      else throw error;
    }
    if (kept === undefined) count.removed += 1;
    else count.kept.set(kept, (count.kept.get(kept) ?? 0) + 1);
  }

  const highest = await highestId(store);

  /** Returns why a deadline is kept; `undefined`: it is expired. */
  function reasonToKeep(id: number, record: FristRecord): string | undefined {
    if (id === highest) return 'with the highest number';
    if (record.slettet !== undefined)
      return isWithdrawnLongAgo(record, now) ? undefined : `withdrawn in the last ${withdrawnDays} days`;
    if (!before) return 'not withdrawn';
    return record.fristDato < today(before) ? undefined : 'more recent';
  }

  async function removeDeadline(id: number, {operation}: Document): Promise<void> {
    const key = fristKey(id);
    let stored = await readStored(store, fristDocument, key);
    if (stored?.operation !== operation) throw new VersionConflict(stored?.version ?? 0);
    const {value, parts} = stored;
    if (value.slettet === undefined) {
      const withdrawn: FristRecord = {...value, slettet: `${value.fristDato}T00:00:00.000Z`};
      stored = await save(store, fristDocument, key, {value: withdrawn, parts}, stored);
    }
    await discard(store, fristDocument, key, stored, true);
  }

  for await (const chunk of store.contents.documents(isDeadline)) {
    for (const {path, ...document} of chunk) {
      const id = Number(parsePath(path)[1]);
      const reason = reasonToKeep(id, document.value as FristRecord);
      await handle(counts.deadlines, reason, () => removeDeadline(id, document));
    }
  }

  const passed = monthOf(addDays(today(now), -markDays));
  for await (const paths of store.contents.paths()) {
    for (const path of paths.filter(isMarks)) {
      const isObsolete = (parsePath(path)[3] ?? '') < passed;
      await handle(counts['months of marks'], isObsolete ? undefined : 'more recent', () =>
        store.contents.removeDocument(path),
      );
    }
  }

  if (!dryRun && counts['months of marks'].removed) await addNotice(store);

  for await (const chunk of store.contents.documents(isReservation)) {
    for (const {path, ...document} of chunk) {
      const reserved = document.value as FristReservation;
      const reason = isExpiredReservation(reserved, now) ? undefined : `at most ${idempotencyDays} days old`;
      await handle(counts['idempotency keys'], reason, async () => {
        await store.contents.removeDocument(path, document);
        await store.add(storedBytesKey('myndighed', parsePath(path)[1]), -reservationBytes(reserved));
      });
    }
  }

  for await (const chunk of store.contents.documents(isReminders)) {
    for (const {path, operation, value} of chunk) {
      const record = value as ReminderRecord;
      const kept = record.bekraeftet === undefined ? 'not confirmed yet' : 'more recent visit';
      const reason = isAbandoned(record, now) ? undefined : kept;
      await handle(counts['mail addresses'], reason, async () => {
        // A person who comes back before the removal keeps the document with its entries.
        const change = await changing(store, reminderDocument, reminderKey(parsePath(path)[1]), stored =>
          stored?.operation === operation ? undefined : stored,
        );
        if (change.before === change.after) throw new VersionConflict(change.after?.version ?? 0);
      });
    }
  }

  if (before) {
    for await (const chunk of store.contents.documents(isDashboard)) {
      // A person who has changed either the states or the order keeps both.
      const others = await store.contents.read(chunk.map(({path}) => otherOf(path)));
      for (const [place, {path, ...document}] of chunk.entries()) {
        const times = [document.operation, others[place]?.operation ?? ''].map(each => timeOfOperation(each));
        // A document that is missing or has no time does not count.
        const known = times.filter(time => time !== undefined);
        const isOld = known.length > 0 && Math.max(...known) < before.getTime();
        await handle(counts.dashboards, isOld ? undefined : 'more recent', () =>
          store.contents.removeDocument(path, document),
        );
      }
    }
  }
  progress.end();
  const {dashboards, ...always} = counts;
  return new Map(Object.entries(before ? counts : always));
}

const isDeadline = pathsOf(fristDocument);
const isMarks = pathsOf(marksDocument, readMarksDocument);
const isReservation = pathsOf(idempotencyDocument);
const isReminders = pathsOf(reminderDocument);
const isDashboard = pathsOf(choicesDocument, orderDocument);
const isOrder = pathsOf(orderDocument);

/** Converts the path of a person's states of apps to the path of their order, and back. The path of the order has one more segment. */
const otherOf = (path: string) => (isOrder(path) ? path.slice(0, -'/order'.length) : `${path}/order`);

/** Returns the highest number of a deadline; 0: none. */
async function highestId(store: Store): Promise<number> {
  let highest = 0;
  for await (const paths of store.contents.paths())
    for (const path of paths.filter(isDeadline)) highest = Math.max(highest, Number(parsePath(path)[1]));
  return highest;
}

/** The shortest accepted age. */
const minAge = '1y';

/**
 * Returns the moment that is an age ago.
 *
 * @param age `--older-than`: calendar days, months or years, such as `400d`, `18m` or `5y`.
 * @throws {CommandError} for an age that is invalid or shorter than a year.
 */
export function parseAge(age: string, now = new Date()): Date {
  const before = subtractAge(age, now);
  if (before > subtractAge(minAge, now))
    throw new CommandError(`--older-than ${age} is too short: at least ${minAge}.`);
  return before;
}

function subtractAge(age: string, now: Date): Date {
  const [, digits, unit] = /^([1-9]\d{0,3})([dmy])$/.exec(age) ?? [];
  const number = Number(digits);
  const date = new Date(now);
  if (unit === 'd') date.setUTCDate(date.getUTCDate() - number);
  else if (unit === 'm') date.setUTCMonth(date.getUTCMonth() - number);
  else if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() - number);
  // A shorter month has no such day, and `Date` counts the missing days into the next one.
  if (unit !== 'd' && date.getUTCDate() < now.getUTCDate()) date.setUTCDate(1);
  if (unit === undefined || date.getUTCFullYear() < 1) {
    throw new CommandError(`"${age}" is not an age: write days, months or years, such as 400d, 18m or 5y.`);
  }
  return date;
}
