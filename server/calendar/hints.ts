import type {HintRules} from '../store/hints.ts';
import {storedBytesKey} from '../limits/storage-quota.ts';
import {fristBytes, fristHints, type FristRecord} from './records.ts';
import {type FristReservation, reservationBytes} from './authority/idempotency.ts';
import {subscriptionHints} from './feed/subscriptions.ts';

/** Marks speak of deadlines that were there before; an idempotency key is tied to a deadline before that is there. */
export const calendarHints: HintRules = {
  turnOf([kind, , part]) {
    if (kind === 'frist') return part === 'modtagere' ? 'with' : 'second';
    if (kind === 'abonnement') return 'with';
    if (kind === 'myndighed' && part === 'idempotens') return 'last';
    return kind === 'virksomhed' && part === 'maerke' ? 'first' : undefined;
  },

  hintsOf([kind, owner, part], value) {
    if (kind === 'frist' && part === undefined) return fristHints(Number(owner), value as FristRecord);
    if (kind === 'virksomhed' && part === 'abonnement') return subscriptionHints(owner, value as string);
    return undefined;
  },

  usageOf([kind, owner, part], value) {
    if (kind === 'frist' && part === undefined) {
      const record = value as FristRecord;
      return {counter: storedBytesKey('myndighed', record.afsenderCvr), bytes: fristBytes(record)};
    }
    if (kind === 'myndighed' && part === 'idempotens') {
      return {
        counter: storedBytesKey('myndighed', owner),
        bytes: reservationBytes(value as FristReservation),
      };
    }
    return undefined;
  },
};
