/** Sends the mails of a day, once to each person, while several processes share the work. */
import {randomUUID} from 'node:crypto';
import {setTimeout} from 'node:timers/promises';

import type {Logger} from 'pino';

import type {CurrentPortal} from '../../portal/portal.ts';
import {type Document, VersionConflict} from '../../store/engine.ts';
import {readGroups} from '../../store/pages.ts';
import {changing, discard, readStored} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {addDays, type IsoDate, today} from '../../time/dates.ts';
import {danishOffset, fromDanishTime, hasElapsed} from '../../time/datetime.ts';
import type {CompanyCalendar} from '../company-calendar.ts';
import {toItem} from '../responses.ts';
import {type DueGroup, writeEnding, writeReminder} from './message.ts';
import {
  againIndex,
  partIndex,
  parts,
  reminderDocument,
  reminderKey,
  type ReminderRecord,
  type Turn,
  turnDocument,
  turnKey,
  unsubscribeSecret,
} from './reminders.ts';
import {type Mailer, MailError, type MailSettings} from './transport.ts';

const leaseMs = 60_000;
/** A lease is renewed after this time: sending one mail takes less than the rest of it. */
const renewAfterMs = 20_000;
const pageLength = 20;
/** How many parts a process works on at a time. */
const parallel = 4;

/** The hour, in Danish time, from which no mail is sent again. */
const lastHour = 20;
const retryMinutes = [5, 15, 30, 60, 120];

const day = 86_400_000;
/** Without a visit of the person: the time until a warning, and from the warning to the end. */
const [warnAfterDays, endAfterDays] = [730, 30];

export interface MorningParts {
  readonly store: Store;
  readonly calendar: CompanyCalendar;
  readonly portal: CurrentPortal;
  readonly mailer: Mailer;
  readonly settings: MailSettings;
  readonly publicUrl: string;
  readonly log: Logger;
}

export function createMorning({store, calendar, portal, mailer, settings, publicUrl, log}: MorningParts) {
  const self = randomUUID();
  let nextMail = 0;
  const counts = new Map(['due', 'sent', 'retried', 'refused'].map(result => [result, 0]));
  const count = (result: string) => counts.set(result, (counts.get(result) ?? 0) + 1);
  /** Whether a mail of today may wait. */
  let isBehind = false;

  /** Spreads the mails of the process over the minute. */
  async function takePlace(): Promise<void> {
    const now = Date.now();
    nextMail = Math.max(now, nextMail) + 60_000 / settings.perMinute;
    const wait = nextMail - 60_000 / settings.perMinute - now;
    if (wait > 0) await setTimeout(wait);
  }

  /** Returns the turn if this process may work on a part; `undefined` if another one does, or it is done. */
  async function take(part: number, date: IsoDate, now: number): Promise<Turn | undefined> {
    let own: Turn | undefined;
    await changing(store, turnDocument, turnKey(part), stored => {
      own = undefined;
      const {value} = stored ?? {};
      const isSameDay = value?.dato === date;
      if (value && value.dato > date) return stored;
      if (value && value.hvem !== self && Date.parse(value.til) > now) return stored;
      own = {
        dato: date,
        efter: isSameDay ? value.efter : '',
        faerdig: isSameDay && value.faerdig,
        hvem: self,
        til: new Date(now + leaseMs).toISOString(),
      };
      return {value: own};
    });
    return own;
  }

  /** Saves how far a part is, and renews the lease. Returns whether this process still has it. */
  async function advance(part: number, turn: Turn): Promise<boolean> {
    let isOwn = false;
    await changing(store, turnDocument, turnKey(part), stored => {
      isOwn = stored?.value.hvem === self && stored.value.dato === turn.dato;
      return isOwn ? {value: {...turn, til: new Date(Date.now() + leaseMs).toISOString()}} : stored;
    });
    return isOwn;
  }

  /** Returns the due deadlines of a person, in groups of equal ones, by date. */
  async function dueOf(record: ReminderRecord, date: IsoDate): Promise<DueGroup[]> {
    const {virksomheder, dage} = record;
    if (!virksomheder.length || !dage.length) return [];
    const names = new Map(virksomheder.map(({cvr, navn}) => [cvr, navn ?? `CVR ${cvr}`]));
    const dates = new Set(dage.map(days => addDays(date, days)));
    const days = {fra: addDays(date, Math.min(...dage)), til: addDays(date, Math.max(...dage))};
    const groups = new Map<string, DueGroup & {companies: string[]}>();
    const reading = calendar.read({cvrs: [...names.keys()]}, days);
    for await (const page of reading.list({includeHidden: false, includeDone: false})) {
      for (const {frist, companies} of page) {
        if (!dates.has(frist.fristDato)) continue;
        const {fristDato, afsenderCvr, overskrift, link, fristId} = frist;
        const key = JSON.stringify([fristDato, afsenderCvr, overskrift]);
        const group = groups.get(key) ?? {
          date: fristDato,
          title: overskrift,
          sender: toItem(frist, portal()).afsenderNavn,
          companies: [],
          url: link ?? portal().calendarPage(fristId, companies[0]?.cvr ?? '') ?? portal().url,
        };
        if (names.size > 1) group.companies.push(...companies.map(({cvr}) => names.get(cvr) ?? cvr));
        groups.set(key, group);
      }
    }
    return [...groups.values()].sort((one, other) =>
      one.date < other.date ? -1 : Number(one.date > other.date),
    );
  }

  /** Sends the mail of a person, if one is due that was not sent, and notes it. */
  async function serve(id: string, record: ReminderRecord, date: IsoDate, now: number): Promise<void> {
    const {idag, email, sprog} = record;
    if (record.bekraeftet === undefined || record.fejl !== undefined) return;
    if (idag?.dato === date && (idag.tilstand !== 'igen' || Date.parse(idag.naeste ?? '') > now)) return;
    if (await endsWithoutVisit(id, record, now)) return;
    const groups = await dueOf(record, date);
    const attempts = idag?.dato === date ? idag.forsoeg : 0;
    if (!groups.length) {
      if (idag?.tilstand === 'igen')
        await note(id, record, {dato: date, tilstand: 'sendt', forsoeg: attempts});
      return;
    }
    if (attempts === 0) count('due');
    await takePlace();
    const stop = `${publicUrl}/calendar/1/mine/paamindelser/${unsubscribeSecret(id, record)}/afmeld`;
    const messageId = messageIdOf(id, date);
    try {
      await mailer.send({to: email, ...writeReminder(groups, date, sprog, stop), messageId, stop});
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await fail(id, record, date, attempts + 1, error, now);
      return;
    }
    count('sent');
    await note(id, record, {dato: date, tilstand: 'sendt', forsoeg: attempts + 1});
  }

  /** The same for each attempt: a mail program shows a repeated mail once. */
  const messageIdOf = (id: string, date: IsoDate) => `<${date}.${id}@${new URL(publicUrl).hostname}>`;

  async function note(
    id: string,
    record: ReminderRecord,
    idag: ReminderRecord['idag'],
    more: Partial<ReminderRecord> = {},
  ): Promise<void> {
    await changing(store, reminderDocument, reminderKey(id), stored =>
      // The person may have changed or ended the mails since.
      stored?.value.hemmelighed === record.hemmelighed ? {value: {...stored.value, ...more, idag}} : stored,
    );
  }

  async function fail(
    id: string,
    record: ReminderRecord,
    date: IsoDate,
    attempts: number,
    error: MailError,
    now: number,
  ): Promise<void> {
    if (error.isFinal) {
      count('refused');
      log.warn(
        {id},
        'the mail server refused a recipient: no mails are sent until the address is confirmed again',
      );
      const fejl = error.message.slice(0, 200);
      await note(id, record, {dato: date, tilstand: 'afvist', forsoeg: attempts}, {fejl});
      return;
    }
    count('retried');
    log.warn({reason: error.message}, 'a mail was not sent and is sent again');
    const pause = (retryMinutes[attempts - 1] ?? retryMinutes.at(-1) ?? 0) * 60_000;
    const isLate = hourOf(now + pause) >= lastHour || today(new Date(now + pause)) !== date;
    const naeste = new Date(now + pause).toISOString();
    await note(id, record, {dato: date, tilstand: isLate ? 'afvist' : 'igen', forsoeg: attempts, naeste});
  }

  /** Warns a person who has not come back for two years, and later forgets the address. Returns whether it is forgotten. */
  async function endsWithoutVisit(id: string, record: ReminderRecord, now: number): Promise<boolean> {
    if (now - Date.parse(record.besoegt) < warnAfterDays * day) return false;
    if (record.advaret === undefined) {
      await mailer.send({to: record.email, ...writeEnding(record.sprog)}).catch(() => undefined);
      await note(id, record, record.idag, {advaret: new Date(now).toISOString()});
      return false;
    }
    if (!hasElapsed(Date.parse(record.advaret), endAfterDays * day)) return false;
    const stored = await readStored(store, reminderDocument, reminderKey(id));
    if (stored) await discard(store, reminderDocument, reminderKey(id), stored);
    return true;
  }

  async function read(members: readonly string[]): Promise<(readonly [id: string, ReminderRecord])[]> {
    const ids = members.map(member => member.split(' ')[1] ?? '');
    const groups = await readGroups(
      store,
      ids.map(id => [reminderKey(id)]),
    );
    return ids.flatMap((id, at) => {
      const document = groups[at]?.[0] as Document<ReminderRecord> | undefined;
      return document ? [[id, document.value] as const] : [];
    });
  }

  async function work(part: number, date: IsoDate, clock: () => number, stopped: AbortSignal): Promise<void> {
    const taken = await take(part, date, clock());
    if (!taken) return;
    let own: Turn = taken;
    let renewedAt = Date.now();
    const keep = async () => {
      if (Date.now() - renewedAt < renewAfterMs) return true;
      renewedAt = Date.now();
      return advance(part, own);
    };
    const isStopped = () => stopped.aborted;
    while (!own.faerdig && !isStopped()) {
      const members = await store.scan(partIndex(part), {from: `${own.efter}\0`, limit: pageLength});
      for (const [id, record] of await read(members)) {
        if (isStopped() || !(await keep())) return;
        await serve(id, record, date, clock());
      }
      own = {...own, efter: members.at(-1) ?? own.efter, faerdig: members.length < pageLength};
      if (!(await advance(part, own))) return;
    }
    for (const [id, record] of await read(await store.scan(againIndex(part), {limit: 1_000}))) {
      if (isStopped() || !(await keep())) return;
      if (record.idag?.dato !== date) await note(id, record, undefined);
      else await serve(id, record, date, clock());
    }
  }

  return {
    /** Sends what is due now, until it is done. Several processes may run it at the same time. */
    async run(stopped: AbortSignal = new AbortController().signal, now = Date.now()): Promise<void> {
      const date = today(new Date(now));
      if (hourOf(now) < settings.hour) return;
      const startedAt = Date.now();
      const clock = () => now + Date.now() - startedAt;
      isBehind = true;
      const left = Array.from({length: parts}, (_, part) => part).sort(() => Math.random() - 0.5);
      await Promise.all(
        Array.from({length: parallel}, async () => {
          for (let part = left.pop(); part !== undefined && !stopped.aborted; part = left.pop()) {
            await work(part, date, clock, stopped).catch((error: unknown) => {
              if (!(error instanceof VersionConflict)) throw error;
            });
          }
        }),
      );
      const waiting = await Promise.all(
        Array.from({length: parts}, (_, part) => store.scan(againIndex(part), {limit: 1})),
      );
      isBehind = waiting.some(members => members.length > 0);
    },

    /** The numbers of mails that were due, sent, to be sent again, and refused by the server of the recipient. */
    counts: () => counts,

    /** Returns for how many seconds the oldest mail of today has been due; 0: none waits. */
    behindSeconds(now = Date.now()): number {
      const dueAt = fromDanishTime(
        Date.parse(`${today(new Date(now))}T00:00:00Z`) + settings.hour * 3_600_000,
      );
      return isBehind ? Math.max(0, (now - dueAt) / 1000) : 0;
    },
  };
}

const hourOf = (now: number) => new Date(now + danishOffset(now)).getUTCHours();
