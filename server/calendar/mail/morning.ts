/** Sends the mails of a day, once to each person, while several processes share the work. For the jobs of `service.ts`.
 * `retryMinutes` and `lastHour` say when failed mails are sent again; `message.ts` has the texts. Check `mayGoOn`
 * before each mail, and store the outcome after it: otherwise a person may get a mail twice. Log no addresses. */
import {setTimeout} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';

import type {Logger} from 'pino';

import type {CurrentPortal} from '../../portal/portal.ts';
import type {Document} from '../../store/engine.ts';
import {changing} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {addDays, type IsoDate, today} from '../../time/dates.ts';
import {danishOffset, fromDanishTime} from '../../time/datetime.ts';
import type {CompanyCalendar} from '../company-calendar.ts';
import {readDue} from './due.ts';
import {createLeases} from './leases.ts';
import {writeEnding, writeReminder} from './message.ts';
import {
  againIndex,
  endAfterDays,
  isReachable,
  partIndex,
  parts,
  reminderDocument,
  reminderKey,
  type ReminderRecord,
  unsubscribeSecret,
  warnAfterDays,
} from './reminders.ts';
import {type Mailer, MailError, type MailSettings} from './transport.ts';

const pageLength = 20;
/** How many parts a process works on at a time. */
const parallel = 4;

/** The hour, in Danish time, from which failed mails are not sent again. */
const lastHour = 20;
const retryMinutes = [5, 15, 30, 60, 120];

/** The longest pause, plus ten minutes by which the clocks of two machines may differ. */
const maxPauseMinutes = Math.max(...retryMinutes) + 10;

/** Returns whether a pause until this time has ended. A time further ahead than the longest pause comes from a clock that was wrong. */
function hasPauseEnded(time: string): boolean {
  const leftMinutes = (Date.parse(time) - Date.now()) / 60_000;
  return !(leftMinutes > 0 && leftMinutes <= maxPauseMinutes);
}

const day = 86_400_000;

export interface MorningParts {
  readonly store: Store;
  readonly calendar: CompanyCalendar;
  readonly portal: CurrentPortal;
  readonly mailer: Mailer;
  readonly settings: MailSettings;
  readonly publicUrl: string;
  readonly log: Logger;
}

/** Returns the job that sends the mails of this process. @param laterMs See {@link createLeases}. */
export function createMorning(
  {store, calendar, portal, mailer, settings, publicUrl, log}: MorningParts,
  laterMs?: number,
) {
  const leases = createLeases(store, laterMs);
  /** The last day on which each part was found to be done. An idle process does not take such a part again, so it writes nothing. */
  const finished = new Map<number, IsoDate>();
  let nextMail = 0;
  const counts = new Map(['due', 'sent', 'retried', 'refused'].map(result => [result, 0]));
  const count = (result: string) => counts.set(result, (counts.get(result) ?? 0) + 1);
  /** The last day on which all parts were found to be done. */
  let doneDate: IsoDate | undefined;
  /** Since when the oldest mail that is due has waited for a process; `undefined`: none waits. */
  let behindSince: number | undefined;

  /** Spreads the mails of the process over the minute. Returns early if the process stops. */
  async function takePlace(stopped: AbortSignal): Promise<void> {
    const now = performance.now();
    const wait = Math.max(0, nextMail - now);
    nextMail = now + wait + 60_000 / settings.perMinute;
    if (wait > 0) await setTimeout(wait, undefined, {signal: stopped}).catch(() => undefined);
  }

  /** Sends the mail of a person if one is due and not sent, and records the outcome. @param mayGoOn Whether this process may still send mails. */
  async function serve(
    id: string,
    record: ReminderRecord,
    date: IsoDate,
    stopped: AbortSignal,
    mayGoOn: () => boolean,
  ): Promise<void> {
    const {idag, email, sprog} = record;
    if (await endsWithoutVisit(id, record, stopped, mayGoOn)) return;
    if (!isReachable(record)) return;
    if (idag && idag.dato > date) {
      // A clock was wrong, or this process works past midnight. The person may have got the mail of today already.
      if (idag.dato > addDays(date, 1)) await resetOtherDay(id, date);
      return;
    }
    if (idag?.dato === date && (idag.tilstand !== 'igen' || !hasPauseEnded(idag.naeste ?? ''))) return;
    const groups = await readDue(calendar, portal(), record, date);
    const attempts = idag?.dato === date ? idag.forsoeg : 0;
    if (!groups.length) {
      if (idag?.tilstand === 'igen')
        await recordOutcome(id, record, {dato: date, tilstand: 'sendt', forsoeg: attempts});
      return;
    }
    await takePlace(stopped);
    if (!mayGoOn()) return;
    const current = await find(id);
    if (!isDeepStrictEqual(current, record)) {
      // The person has changed the mails since, or a second index entry has led to the same person.
      await postpone(id, date);
      return;
    }
    if (attempts === 0) count('due');
    const stop = `${publicUrl}/calendar/1/mine/paamindelser/${unsubscribeSecret(id, record)}/afmeld`;
    const messageId = messageIdOf(id, date);
    try {
      await mailer.send({to: email, ...writeReminder(groups, date, sprog, stop), messageId, stop});
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await fail(id, record, date, attempts + 1, error);
      return;
    }
    count('sent');
    await recordOutcome(id, record, {dato: date, tilstand: 'sendt', forsoeg: attempts + 1});
  }

  /** The same for each attempt: many mail programs show a repeated mail once. */
  const messageIdOf = (id: string, date: IsoDate) => `<${date}.${id}@${new URL(publicUrl).hostname}>`;

  /** Adds fields to the record of a person, unless `changesOf` returns none. */
  async function change(
    id: string,
    changesOf: (record: ReminderRecord) => Partial<ReminderRecord> | false | undefined,
  ): Promise<void> {
    await changing(store, reminderDocument, reminderKey(id), stored => {
      const changes = stored && changesOf(stored.value);
      return changes ? {value: {...stored.value, ...changes}} : stored;
    });
  }

  /** Records the outcome for a person. Keeps `sendt`: another process may have sent the mail while this one was suspended. */
  const recordOutcome = (
    id: string,
    {hemmelighed}: ReminderRecord,
    idag: NonNullable<ReminderRecord['idag']>,
    fejl?: string,
  ) =>
    change(id, current => {
      const isSent = current.idag?.dato === idag.dato && current.idag.tilstand === 'sendt';
      // The person may have changed or ended the mails since.
      if (current.hemmelighed !== hemmelighed || isSent) return undefined;
      return {idag, ...(fejl !== undefined && {fejl})};
    });

  /** Leaves the mail to the next run. Does so once a day: a person who changes the mails again and again must not delay the mails of others. */
  async function postpone(id: string, date: IsoDate): Promise<void> {
    const naeste = new Date().toISOString();
    await change(
      id,
      record =>
        isReachable(record) &&
        record.idag?.dato !== date && {idag: {dato: date, tilstand: 'igen', forsoeg: 0, naeste}},
    );
  }

  /**
   * Removes the state of an earlier day. Replaces that of a later day, which a wrong clock wrote, with "sent" for today: the person may have got today's
   * mail. Reads the document again: documents are written after their index entries, so the first read may be outdated.
   */
  const resetOtherDay = (id: string, date: IsoDate) =>
    change(id, ({idag}) => {
      if (!idag || idag.dato === date) return undefined;
      return {idag: idag.dato < date ? undefined : {dato: date, tilstand: 'sendt', forsoeg: 0}};
    });

  async function fail(
    id: string,
    record: ReminderRecord,
    date: IsoDate,
    attempts: number,
    error: MailError,
  ): Promise<void> {
    if (error.isFinal) {
      count('refused');
      log.warn(
        {id},
        'the mail server refused a recipient: no mails are sent until the address is confirmed again',
      );
      const fejl = error.message.slice(0, 200).toWellFormed();
      await recordOutcome(id, record, {dato: date, tilstand: 'afvist', forsoeg: attempts}, fejl);
      return;
    }
    count('retried');
    log.warn({reason: error.message}, 'a mail was not sent and is sent again');
    const pause = (retryMinutes[attempts - 1] ?? retryMinutes.at(-1) ?? 0) * 60_000;
    const next = Date.now() + pause;
    const isLate = hourOf(next) >= lastHour || today(new Date(next)) !== date;
    const naeste = new Date(next).toISOString();
    const tilstand = isLate ? 'afvist' : 'igen';
    await recordOutcome(id, record, {dato: date, tilstand, forsoeg: attempts, naeste});
  }

  /** Forgets an address whose person has not come back. If mails reach the address, warns the person first. Returns whether the address was forgotten. */
  async function endsWithoutVisit(
    id: string,
    record: ReminderRecord,
    stopped: AbortSignal,
    mayGoOn: () => boolean,
  ): Promise<boolean> {
    const {bekraeftet, besoegt, advaret, email, sprog} = record;
    const hasElapsedDays = (since: string, days: number) => Date.now() - Date.parse(since) >= days * day;
    // An unconfirmed address ends earlier: it may be someone else's.
    const isNobodys = bekraeftet === undefined && hasElapsedDays(besoegt, endAfterDays);
    if (!isNobodys && !hasElapsedDays(besoegt, warnAfterDays)) return false;
    if (advaret === undefined && isReachable(record)) {
      await takePlace(stopped);
      if (!mayGoOn() || !isDeepStrictEqual(await find(id), record)) return false;
      try {
        await mailer.send({to: email, ...writeEnding(sprog)});
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        if (!error.isFinal) {
          log.warn({reason: error.message}, 'a warning was not sent and is sent again the next morning');
          return false;
        }
      }
      // The person may have come back since.
      await change(id, current => current.besoegt === besoegt && {advaret: new Date().toISOString()});
      return false;
    }
    if (advaret !== undefined && !hasElapsedDays(advaret, endAfterDays)) return false;
    await changing(store, reminderDocument, reminderKey(id), stored =>
      stored?.value.besoegt === besoegt ? undefined : stored,
    );
    return true;
  }

  async function read(members: readonly string[]): Promise<(readonly [id: string, ReminderRecord])[]> {
    const ids = members.map(member => member.split(' ')[1] ?? '');
    const documents = await store.read(ids.map(reminderKey));
    return ids.flatMap((id, at) => {
      const document = documents[at] as Document<ReminderRecord> | undefined;
      return document ? [[id, document.value] as const] : [];
    });
  }

  async function find(id: string): Promise<ReminderRecord | undefined> {
    const [document] = await store.read([reminderKey(id)]);
    return document?.value as ReminderRecord | undefined;
  }

  async function work(part: number, date: IsoDate, stopped: AbortSignal): Promise<void> {
    const dueAgain = async (from: string) =>
      (await store.scan(againIndex(part), {from, limit: pageLength})).filter(member =>
        hasPauseEnded(member.split(' ')[0] ?? ''),
      );
    if (finished.get(part) === date && !(await dueAgain('')).length) return;
    const lease = await leases.take(part, date);
    if (!lease) return;
    const mayGoOn = () => !stopped.aborted && lease.holds();
    try {
      for (let {efter, faerdig} = lease.progress; !faerdig;) {
        const members = await store.scan(partIndex(part), {from: `${efter}\0`, limit: pageLength});
        for (const [id, record] of await read(members)) {
          if (!mayGoOn()) return;
          await serve(id, record, date, stopped, mayGoOn);
        }
        if (!mayGoOn()) return;
        efter = members.at(-1) ?? efter;
        faerdig = members.length < pageLength;
        if (!(await lease.save({efter, faerdig}))) return;
      }
      finished.set(part, date);
      for (let from: string | undefined = ''; from !== undefined;) {
        const members = await dueAgain(from);
        for (const [id, record] of await read(members)) {
          if (!mayGoOn()) return;
          if (record.idag?.dato === date) await serve(id, record, date, stopped, mayGoOn);
          else await resetOtherDay(id, date);
        }
        from = members.length === pageLength ? `${members.at(-1)}\0` : undefined;
      }
    } finally {
      lease.stopRenewing();
    }
  }

  return {
    /** Sends all mails that are due now. Several processes may call this at the same time. */
    async run(stopped: AbortSignal = new AbortController().signal): Promise<void> {
      const date = today();
      if (hourOf(Date.now()) < settings.hour) {
        behindSince = undefined;
        return;
      }
      const dueAt = fromDanishTime(Date.parse(`${date}T00:00:00Z`) + settings.hour * 3_600_000);
      if (doneDate !== date) behindSince = dueAt;
      const all = Array.from({length: parts}, (_, part) => part);
      const left = all.toSorted(() => Math.random() - 0.5);
      // All workers end before the next run: two workers of one process would share a lease.
      const results = await Promise.allSettled(
        Array.from({length: parallel}, async () => {
          for (let part = left.pop(); part !== undefined && !stopped.aborted; part = left.pop())
            await work(part, date, stopped);
        }),
      );
      const [isDone, waiting] = await Promise.all([
        leases.areDone(date),
        Promise.all(all.map(part => store.scan(againIndex(part), {limit: 1}))),
      ]);
      doneDate = isDone ? date : undefined;
      // A failed mail waits for the time of its next attempt, not for a process.
      const due = waiting
        .flatMap(members => members.map(member => Date.parse(member.split(' ')[0] ?? '')))
        .filter(time => time <= Date.now());
      if (!isDone) behindSince = dueAt;
      else behindSince = due.length ? Math.max(dueAt, Math.min(...due)) : undefined;
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },

    /** The numbers of mails that were due, sent, to be sent again, and refused by the server of the recipient. */
    counts: () => counts,

    /** Returns for how many seconds the oldest mail that is due has waited for a process; 0: none waits. */
    behindSeconds: () => (behindSince === undefined ? 0 : Math.max(0, (Date.now() - behindSince) / 1000)),
  };
}

const hourOf = (now: number) => new Date(now + danishOffset(now)).getUTCHours();
