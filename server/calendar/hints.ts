import type {HintRules} from '../store/hints.ts';
import {fristHints, type FristRecord} from './records.ts';
import {subscriptionHints} from './subscriptions.ts';

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
};
