/* What persons choose for their mails before deadlines, and the state of today's mail. For the mail operations of
 * interface E and the work of `morning.ts`. Add a day to `reminderDays`, and a stored field to `reminderRecord`, as
 * optional. The addresses must not get into a log. */
import {createHash, hash, randomBytes, randomInt, timingSafeEqual} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';

import {LRUCache} from 'lru-cache';
import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import type {Person} from '../../identity/token.ts';
import {Problem, ruleBroken} from '../../problem.ts';
import type {DocumentType, EntrySet} from '../../store/document-type.ts';
import type {Key} from '../../store/engine.ts';
import {changing, readStored} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {today} from '../../time/dates.ts';
import {hasElapsed} from '../../time/datetime.ts';
import {asciiAddress} from './mail-address.ts';
import {type Language, languages, writeCode} from './message.ts';
import {type Mailer, MailError} from './transport.ts';
import {
  type ChosenCompanies,
  type Following,
  newPersonal,
  personalRecord,
  splitPersonal,
} from '../personal/companies.ts';

/** The numbers of days before a deadline that a person may choose from. */
export const reminderDays = [30, 14, 7, 3, 1, 0] as const;

const reminderRecord = personalRecord.extend({
  email: z.string(),
  dage: z.array(z.int()).readonly(),
  sprog: z.enum(languages),
  /** A secret that ends the mails without a sign-in. Every mail has it. */
  hemmelighed: z.string(),
  /** When the address was confirmed. Default: not confirmed. */
  bekraeftet: z.iso.datetime().optional(),
  /** The code that confirms the address. */
  kode: z.object({digest: z.string(), sendt: z.iso.datetime(), forsoeg: z.int()}).optional(),
  /** Why the mail server of the address refused a mail. No mail is sent until the address is confirmed again. */
  fejl: z.string().optional(),
  /** The last request of the person in interface E, up to 30 days too early. */
  besoegt: z.iso.datetime(),
  /** When the warning was sent that the mails end. */
  advaret: z.iso.datetime().optional(),
  /** The state of the mail of a day. */
  idag: z
    .object({
      dato: z.iso.date(),
      /** `igen`: the mail is still to be sent, such as after a failed attempt. */
      tilstand: z.enum(['sendt', 'igen', 'afvist']),
      forsoeg: z.int(),
      /** When to send the mail again. */
      naeste: z.iso.datetime().optional(),
    })
    .optional(),
});

export type ReminderRecord = Readonly<z.output<typeof reminderRecord>>;

export type Reminders = ReturnType<typeof createReminders>;

/** The number of parts of the work of a morning, which processes share. */
export const parts = 64;

export const reminderKey = (id: string): Key => ['paamindelse', id];
export const partIndex = (part: number): Key => ['paamindelser', String(part), 'alle'];
export const againIndex = (part: number): Key => ['paamindelser', String(part), 'igen'];

/** Returns the id of a person's only document: the digest of the owner claim. */
export const idOf = (owner: string) => hash('sha256', owner, 'base64url');
const partOf = (id: string) => (Buffer.from(id.slice(0, 4), 'base64url')[0] ?? 0) % parts;

/** An entry whose member begins with a time. */
const entry = (at: Key, id: string, time: string, name: string): EntrySet => ({
  name: setOf(time, name),
  isUnique: true,
  entries: () => [{index: at, member: `${time} ${id} ${name}`}],
});
const setOf = (time: string, name: string) => `${name} ${time}`;

/** Segments and shape are stored: see {@link DocumentType}. */
export const reminderDocument: DocumentType<ReminderRecord> = {
  segments: ['paamindelse', '*'],
  schema: reminderRecord,
  phase: 'main',
  entriesOf: (value, [, id]) => [
    entry(partIndex(partOf(id)), id, value.oprettet, 'alle'),
    // In the order in which the mails are due. An address that cannot be reached has no entry: its mail would count as overdue.
    ...(value.idag?.tilstand === 'igen' && isReachable(value)
      ? [entry(againIndex(partOf(id)), id, value.idag.naeste ?? value.oprettet, 'igen')]
      : []),
  ],
  indexes: ['alle', 'igen'].map(name => ({
    segments: ['paamindelser', '*', name],
    parse(member: string) {
      const [time = '', id = '', set = ''] = member.split(' ');
      return {key: reminderKey(id), set: setOf(time, set), time: Date.parse(time)};
    },
  })),
  split: splitPersonal,
};

/** A visit less than this number of days after `besoegt` is not written, so `besoegt` is up to this number of days too early. */
const visitDays = 30;
const hour = 3_600_000;
const day = 24 * hour;

/** The `id` of a person's mails in the audit log. */
export const auditId = 'paamindelser';

export const followingReminders = {
  type: reminderDocument,
  auditIdOf: () => auditId,
  async *keysOf(store: Store, owner: string) {
    const key = reminderKey(idOf(owner));
    const [found] = await store.read([key]);
    if (found) yield key;
  },
  onVisit: (record: ReminderRecord) =>
    // An address that nobody has confirmed may be someone else's: a visit does not keep it.
    record.bekraeftet !== undefined && hasElapsed(Date.parse(record.besoegt), visitDays * day)
      ? {...record, besoegt: new Date().toISOString(), advaret: undefined}
      : record,
} as unknown as Following;

/** In days, after `besoegt`: the time until a warning, at least two years after the last visit. */
export const warnAfterDays = 730 + visitDays;

/** In days: the time from the warning to the end of the mails. An address that is not confirmed is kept as long. */
export const endAfterDays = 30;

/** Returns whether to remove the address even without a warning, which a service without a mail server cannot send. */
export const isAbandoned = ({besoegt, bekraeftet}: ReminderRecord, now: Date) =>
  now.getTime() - Date.parse(besoegt) >=
  (bekraeftet === undefined ? endAfterDays : warnAfterDays + endAfterDays) * day;

/** A choice of a person. */
export type Choice = ChosenCompanies & Pick<ReminderRecord, 'email' | 'dage' | 'sprog'>;

/** Checks the precondition of a change. Called with the stored record. @throws {Problem} 412 */
type Check = (record: ReminderRecord | undefined) => void;

export function createReminders(store: Store, mailer: Mailer) {
  /** The times of sent codes, by digests of the address and of the person. */
  const sent = new LRUCache<string, number[]>({max: 10_000});

  /**
   * Counts a code. Limits the codes to an address and the codes for a person: otherwise one person could send mails to any number of strangers.
   *
   * @returns A function that uncounts a code which the mail server did not accept.
   * @throws {Problem} 429
   */
  function countCode(email: string, owner: string): (error: MailError) => void {
    const ofAddress = idOf(`email ${asciiAddress(email).toLowerCase()}`);
    const ofPerson = idOf(`person ${owner}`);
    const counted = [
      {key: ofAddress, max: bounds.maxCodesPerHour},
      {key: ofPerson, max: bounds.maxCodesOfPersonPerHour},
    ].map(each => ({...each, recent: (sent.get(each.key) ?? []).filter(time => !hasElapsed(time, hour))}));
    if (counted.some(({recent, max}) => recent.length >= max))
      throw new Problem(429, 'Too many codes were sent to this address, or for you. Try again in an hour.', {
        headers: {'Retry-After': '3600'},
      });
    const now = Date.now();
    for (const {key, recent} of counted) sent.set(key, [...recent, now]);
    return ({isRefused}) => {
      // A refused address stays counted for the person: refusals show which addresses exist.
      for (const key of isRefused ? [ofAddress] : [ofAddress, ofPerson]) {
        const times = sent.get(key) ?? [];
        sent.set(key, times.toSpliced(times.indexOf(now), 1));
      }
    };
  }

  /** Sends a code to an address. @throws {Problem} 422, 429, 503 */
  async function sendCode(owner: string, to: string, code: string, language: Language): Promise<void> {
    const uncount = countCode(to, owner);
    try {
      await mailer.send({to, ...writeCode(code, language)});
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      uncount(error);
      if (error.isFinal) throw ruleBroken({email: ['The mail server refuses this address.']});
      throw new Problem(503, 'The code could not be sent. Try again later.', {
        headers: {'Retry-After': '60'},
        cause: error,
      });
    }
  }

  async function find(owner: string): Promise<ReminderRecord | undefined> {
    const found = await readStored(store, reminderDocument, reminderKey(idOf(owner)));
    return found?.value.owner === owner ? found.value : undefined;
  }

  return {
    find,

    /**
     * Sets a person's choice, and returns the records before and after. A new address gets a code, and no other mail until it is confirmed.
     *
     * @throws {Problem} 403, 422, 429, 503
     */
    async set(
      person: Person,
      {virksomheder, navne, alle, ...choice}: Choice,
      check: Check = () => undefined,
    ): Promise<{before: ReminderRecord | undefined; after: ReminderRecord}> {
      const personal = newPersonal(person, {virksomheder, navne, alle});
      const id = idOf(person.owner);
      const found = await find(person.owner);
      check(found);
      const isSameAddress = found && isSameMailbox(found.email, choice.email);
      // A person who sends the same choice again wants another code. With another choice, the code that was sent stays valid.
      const isOther = !found || !isDeepStrictEqual(choiceOf(found), choiceOf({...personal, ...choice}));
      const isWaiting = isSameAddress && isOther && isValid(found.kode);
      const needsCode = !isWaiting && !(isSameAddress && isReachable(found));
      const code = needsCode ? String(randomInt(1_000_000)).padStart(6, '0') : undefined;
      if (code !== undefined) await sendCode(person.owner, choice.email, code, choice.sprog);
      const now = new Date().toISOString();
      const {before, after} = await changing(store, reminderDocument, reminderKey(id), stored => {
        check(stored?.value);
        const {oprettet, idag} = stored?.value ?? {};
        // Another request may have confirmed the address since, or stored another one.
        const same = stored && isSameMailbox(stored.value.email, choice.email) ? stored.value : undefined;
        const value: ReminderRecord = {
          ...personal,
          ...(oprettet !== undefined && {oprettet}),
          ...choice,
          dage: [...new Set(choice.dage)],
          // Readers of the previous address have a link. That link must not end the mails to the new one.
          hemmelighed: same?.hemmelighed ?? randomBytes(16).toString('base64url'),
          besoegt: now,
          idag,
          ...(code === undefined || (same && isReachable(same))
            ? {bekraeftet: (same ?? found)?.bekraeftet, kode: same?.kode, fejl: same?.fejl}
            : {kode: {digest: digestOf(id, code), sendt: now, forsoeg: 0}}),
        };
        return {value};
      });
      if (!after) throw noReminders();
      return {before: before?.value, after: after.value};
    },

    /** Confirms the address with the code that was sent to it. @throws {Problem} 404, 422 */
    async confirm({owner}: Person, code: string): Promise<ReminderRecord> {
      const id = idOf(owner);
      const tried = {isRight: false};
      const {after} = await changing(store, reminderDocument, reminderKey(id), stored => {
        const {kode} = stored?.value ?? {};
        if (!stored || stored.value.owner !== owner) return stored;
        if (!kode) {
          tried.isRight = stored.value.bekraeftet !== undefined;
          return stored;
        }
        if (!isValid(kode)) throw wrongCode('Is no longer valid. Ask for a new one.');
        tried.isRight = timingSafeEqual(Buffer.from(digestOf(id, code)), Buffer.from(kode.digest));
        const now = new Date().toISOString();
        const dato = today();
        const {idag} = stored.value;
        const attempts = idag?.dato === dato ? idag.forsoeg : 0;
        const isSent = idag?.dato === dato && idag.tilstand === 'sendt';
        const value: ReminderRecord = tried.isRight
          ? {
              ...stored.value,
              ...{kode: undefined, fejl: undefined, bekraeftet: now},
              // Today's run may be over: `igen` still sends the mail.
              idag: isSent ? idag : {dato, tilstand: 'igen', forsoeg: attempts, naeste: now},
            }
          : {...stored.value, kode: {...kode, forsoeg: kode.forsoeg + 1}};
        return {value};
      });
      if (!after) throw noReminders();
      if (!tried.isRight) throw wrongCode('Is not the code of the newest mail.');
      return after.value;
    },

    /** Ends a person's mails, and forgets the address. Returns whether there were any. */
    async remove(owner: string, check: Check = () => undefined): Promise<boolean> {
      const {before, after} = await changing(store, reminderDocument, reminderKey(idOf(owner)), stored => {
        check(stored?.value);
        return stored?.value.owner === owner ? undefined : stored;
      });
      return before !== after;
    },

    /** Ends the mails that a link in them belongs to. Returns the owner claim of their person; `undefined`: there were none. */
    async unsubscribe(secret: string): Promise<string | undefined> {
      const [id = '', token = ''] = secret.split('.');
      const {before, after} = await changing(store, reminderDocument, reminderKey(id), stored =>
        stored && isSame(stored.value.hemmelighed, token) ? undefined : stored,
      );
      return before === after ? undefined : before?.value.owner;
    },
  };
}

/** Returns whether two addresses are the same to a mail server, such as `bager@ærø.dk` and `bager@xn--r-3fa9c.dk`. */
const isSameMailbox = (one: string, other: string) => asciiAddress(one) === asciiAddress(other);

/** Returns whether the address is confirmed, and its mail server has not refused a mail since. */
export const isReachable = ({bekraeftet, fejl}: ReminderRecord) =>
  bekraeftet !== undefined && fejl === undefined;

function isValid(code: ReminderRecord['kode']): boolean {
  if (!code || code.forsoeg >= bounds.maxCodeTries) return false;
  return !hasElapsed(Date.parse(code.sendt), bounds.codeTimeMs);
}

type Chosen = Pick<ReminderRecord, 'email' | 'dage' | 'sprog' | 'virksomheder' | 'allExcept'>;

/** Returns what a person has chosen, by the names of the fields in requests. */
export function choiceOf({email, dage, sprog, virksomheder, allExcept}: Chosen) {
  const named = virksomheder.filter(({navn}) => navn !== undefined);
  return {
    ...{email, dage: [...new Set(dage)], virksomheder: virksomheder.map(({cvr}) => cvr)},
    ...{navne: named.length ? named : null, alle: allExcept !== undefined, sprog},
  };
}

/** The secret part of the link that ends a person's mails. */
export const unsubscribeSecret = (id: string, {hemmelighed}: ReminderRecord) => `${id}.${hemmelighed}`;

export const noReminders = () => new Problem(404, 'You get no mails before deadlines.');

const wrongCode = (message: string) => ruleBroken({kode: [message]});

const digestOf = (id: string, code: string) =>
  createHash('sha256').update(`${id} ${code}`).digest('base64url');

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
