import type {CompanyFristItem} from '../../server/calendar/responses.ts';
import type {Caller} from '../../server/testing/certificates.ts';
import {type Authority, type Delivery, isConsistent} from './deadlines.ts';
import type {Workload} from './workload.ts';
import {type ExpectedState, newRecord, randomIdle, type TrackedRecord} from './expected-state.ts';

/* A workload for `test-system.ts`: companies mark deadlines and check the marks. No other workload may change or mark the
 * deadlines in `lasting`. */

interface Marks {
  readonly isLaest: boolean;
  readonly isSlettet: boolean;
}

type Marked = TrackedRecord<Marks> & {readonly id: number};

export interface Company extends Workload {
  readonly cvr: string;
  readonly call: Caller;
  /** Returns the ids of the deadlines that the company has hidden, as found by the last check. */
  hidden(): ReadonlySet<number>;
}

/**
 * Returns a company that marks deadlines (interface E).
 *
 * @param lasting Ids of the deadlines that the company marks. Their authority never changes them.
 * @param authorities All authorities that deliver. They are checked first.
 */
export function company(
  cvr: string,
  lasting: readonly number[],
  authorities: readonly Authority[],
  call: Caller,
  expected: ExpectedState,
): Company {
  const path = `/calendar/1/virksomheder/${cvr}`;
  const marked: Marked[] = lasting.map(id => ({...newRecord({isLaest: false, isSlettet: false}), id}));

  function checkList(list: readonly CompanyFristItem[], delivered: Map<number, Delivery>): void {
    for (const item of list) {
      const what = `${cvr} sees ${JSON.stringify(item)}`;
      const delivery = delivered.get(item.fristId);
      const own = delivery && (delivery.recipients?.includes(cvr) ?? true);
      expected.verify(own === true, delivery ? 'wrong party' : 'lost', what);
      expected.verify(isConsistent(item) && (!delivery || item.overskrift === delivery.mark), 'half', what);
    }
    const seen = new Set(list.map(({fristId}) => fristId));
    expected.verify(seen.size === list.length, 'half', `${cvr} sees a deadline twice`);
    for (const [id, {mark, recipients}] of delivered) {
      const due = recipients?.includes(cvr) ?? true;
      expected.verify(seen.has(id) || !due, 'lost', `${cvr} does not see ${mark}`);
    }
  }

  return {
    cvr,
    call,
    hidden: () => new Set(marked.flatMap(({id, acknowledged: {isSlettet}}) => (isSlettet ? [id] : []))),

    async step() {
      const record = randomIdle(marked);
      if (!record) return false;
      // Changes one mark at a time: the read mark and the hidden mark are in two documents, so a failed request may set only one.
      const {isLaest, isSlettet} = record.acknowledged;
      const marks = Math.random() < 0.5 ? {isLaest: !isLaest, isSlettet} : {isLaest, isSlettet: !isSlettet};
      return (
        (await expected.change(
          record,
          marks,
          () => call('PUT', `${path}/frister/${record.id}`, marks),
          200,
        )) !== undefined
      );
    },

    async check() {
      const delivered = new Map(authorities.flatMap(each => [...each.delivered()]));
      const query = `fra=01-01-${new Date().getFullYear()}&slettede=true`;
      const response = await expected.read(() => call('GET', `${path}/frister?${query}`));
      const list = response.body as CompanyFristItem[];
      checkList(list, delivered);
      const byId = new Map(list.map(item => [item.fristId, item]));
      for (const record of marked) {
        const {isLaest = false, isSlettet = false} = byId.get(record.id) ?? {};
        expected.compare(record, {isLaest, isSlettet}, `${cvr}'s marks on deadline ${record.id}`);
      }
    },
  };
}
