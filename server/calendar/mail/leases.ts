/* How far the mails of a day have come, and the leases by which processes share the work, for `morning.ts`. Each
 * part of the persons has a `turn`: the progress and the lease. Without a lease that holds, a process must not send a mail: another process
 * may have sent it. */
import {randomUUID} from 'node:crypto';

import {z} from 'zod';

import type {DocumentType} from '../../store/document-type.ts';
import type {Key} from '../../store/engine.ts';
import {changing} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {type IsoDate, today} from '../../time/dates.ts';
import {parts} from './reminders.ts';
import {maxReplyMs} from './transport.ts';

const turn = z.object({
  dato: z.iso.date(),
  /** The member of the index after which to go on. */
  efter: z.string(),
  faerdig: z.boolean(),
  /** The process that works on it, until `til`. */
  hvem: z.string(),
  til: z.iso.datetime(),
});

export type Turn = Readonly<z.output<typeof turn>>;

/** The progress of a part, and the process that works on it. Segments and shape are stored: see {@link DocumentType}. */
export const turnDocument: DocumentType<Turn> = {
  segments: ['paamindelser', '*', 'tur'],
  schema: turn,
  phase: 'main',
};

export const turnKey = (part: number): Key => ['paamindelser', String(part), 'tur'];

type Progress = Pick<Turn, 'efter' | 'faerdig'>;

/** The right of this process to work on a part. */
interface Lease {
  /** Where to begin. */
  readonly progress: Progress;
  /** Returns whether the lease still runs, on the day for which it was taken. */
  holds(): boolean;
  /** Saves the progress, and renews the lease. Returns whether the process still has it. */
  save(progress: Progress): Promise<boolean>;
  /** Stops the renewal. The lease then ends within a minute, unless this process takes the part again. */
  stopRenewing(): void;
}

const leaseMs = 60_000;
/** A renewed lease outlasts the wait for the mail server, even if the store fails. */
const renewIntervalMs = leaseMs - maxReplyMs;
const maxLaterMs = 3_600_000;

/** Returns whether the own lease runs. With more than twice its duration left, the clock of this process was set back, and the lease may have ended. */
function runs(til: string): boolean {
  const leftMs = Date.parse(til) - Date.now();
  return leftMs > 0 && leftMs < 2 * leaseMs;
}

/**
 * Returns the leases of this process.
 *
 * @param laterMs How long to leave a turn of a later day alone. After this time, the turn counts as written by a wrong clock, and this process
 * takes it.
 */
export function createLeases(store: Store, laterMs = maxLaterMs) {
  const self = randomUUID();
  /** The last state of each part that this process left alone, and since when, by `performance.now()`: the clock may be set. */
  const seen = new Map<number, {readonly what: string; readonly since: number}>();

  const leaseEnd = () => new Date(Date.now() + leaseMs).toISOString();

  /** Returns for how many milliseconds this process has seen the same of a part. */
  function ageOf(part: number, what: string): number {
    const known = seen.get(part);
    const since = known?.what === what ? known.since : performance.now();
    seen.set(part, {what, since});
    return performance.now() - since;
  }

  /** Returns whether to leave a part to another process. */
  function isOthers(part: number, stored: Turn | undefined, date: IsoDate): boolean {
    // Another process may be at the next day, or the clock of this process may be slow.
    if (stored && stored.dato > date) return ageOf(part, 'later day') < laterMs;
    // A process renews its lease, so a lease that stays the same ends, whatever the clocks say.
    if (stored && stored.hvem !== self)
      return ageOf(part, stored.til) < leaseMs && Date.parse(stored.til) > Date.now();
    seen.delete(part);
    return false;
  }

  return {
    /** Takes a part for a minute, and renews the lease. Returns `undefined` if another process has it, or is at a later day. */
    async take(part: number, date: IsoDate): Promise<Lease | undefined> {
      let own: Turn | undefined;
      await changing(store, turnDocument, turnKey(part), stored => {
        own = undefined;
        const {value} = stored ?? {};
        if (isOthers(part, value, date)) return stored;
        const isSameDay = value?.dato === date;
        own = {
          dato: date,
          efter: isSameDay ? value.efter : '',
          faerdig: isSameDay && value.faerdig,
          hvem: self,
          til: leaseEnd(),
        };
        return {value: own};
      });
      if (!own) return undefined;
      const progress: Progress = own;

      async function renew(changes: Partial<Progress> = {}): Promise<boolean> {
        let renewed: Turn | undefined;
        await changing(store, turnDocument, turnKey(part), stored => {
          const isOwn = stored?.value.hvem === self && stored.value.dato === date;
          renewed = isOwn ? {...stored.value, ...changes, til: leaseEnd()} : undefined;
          return renewed ? {value: renewed} : stored;
        });
        own = renewed;
        return renewed !== undefined;
      }

      // If the store cannot be reached, the lease ends.
      const renewal = setInterval(() => void renew().catch(() => undefined), renewIntervalMs);
      return {
        progress,
        holds: () => own !== undefined && runs(own.til) && today() === date,
        save: renew,
        stopRenewing: () => clearInterval(renewal),
      };
    },

    /** Returns whether the mails of all parts are done for a day. */
    async areDone(date: IsoDate): Promise<boolean> {
      const turns = await store.read(Array.from({length: parts}, (_, part) => turnKey(part)));
      return turns.every(found => {
        const {dato, faerdig} = (found?.value ?? {}) as Partial<Turn>;
        return dato === date && faerdig === true;
      });
    },
  };
}
