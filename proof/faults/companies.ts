import type {CompanyFristItem} from '../../server/calendar/responses.ts';
import type {Caller} from '../../server/testing/certificates.ts';
import {type Authority, type Delivery, isConsistent} from './deadlines.ts';
import type {Workload} from './workload.ts';
import {type ExpectedState, newRecord, randomIdle, type TrackedRecord} from './expected-state.ts';

interface Marks {
  readonly isLaest: boolean;
  readonly isSlettet: boolean;
}

type Marked = TrackedRecord<Marks> & {readonly id: number};

/**
 * A company that marks deadlines that their authority never changes, and replaces its subscription (interface E).
 *
 * @param lasting Ids of the deadlines that it marks.
 * @param authorities All authorities that deliver. They are checked first.
 */
export function company(
  cvr: string,
  lasting: readonly number[],
  authorities: readonly Authority[],
  call: Caller,
  expected: ExpectedState,
): Workload {
  const path = `/calendar/1/virksomheder/${cvr}`;
  const marked: Marked[] = lasting.map(id => ({...newRecord({isLaest: false, isSlettet: false}), id}));
  const secret: TrackedRecord<string | undefined> = newRecord(undefined);
  let currentId = '';
  let oldSecret: string | undefined;

  async function renew(): Promise<boolean> {
    const before = secret.acknowledged;
    // A person may have few links, and a lost response leaves one.
    const mine = '/calendar/1/mine/abonnementer';
    const listed = await expected.request(() => call('GET', mine), 200);
    const deleted: string[] = [];
    for (const {id} of (listed?.body ?? []) as {id: string}[]) {
      const response = await expected.request(() => call('DELETE', `${mine}/${id}`), 200, 404);
      if (response?.status === 200) deleted.push(id);
    }
    const body = {navn: 'Telefon'};
    const response = await expected.change(secret, undefined, () => call('POST', mine, body), 201);
    if (!response) return false;
    // Only an acknowledged deletion lasts: a list may already lack a link whose deletion a failover undoes.
    if (deleted.includes(currentId)) oldSecret = before;
    currentId = (response.body as {id: string}).id;
    secret.acknowledged = new URL((response.body as {url: string}).url).pathname;
    return true;
  }

  async function checkSecrets(delivered: Map<number, Delivery>): Promise<void> {
    const {acknowledged, unknown} = secret;
    secret.unknown = undefined;
    // Only a few: the service responds with 429 to many invalid URLs.
    if (oldSecret !== undefined && Math.random() < 0.1) {
      const response = await expected.request(() => call('GET', oldSecret ?? ''), 200, 404, 429);
      expected.verify(response?.status !== 200, 'lost', `A subscription of ${cvr} that was replaced works`);
      oldSecret = undefined;
    }
    if (acknowledged === undefined) return;
    const response = await expected.request(() => call('GET', acknowledged), 200, 404, 429);
    const works = response?.status === 200;
    expected.verify(works || unknown !== undefined, 'lost', `The subscription of ${cvr} does not work`);
    if (!works) return void (secret.acknowledged = undefined);
    const text = response.text.replaceAll(/\r\n[ \t]/g, '');
    const hidden = new Set(marked.flatMap(({id, acknowledged: {isSlettet}}) => (isSlettet ? [id] : [])));
    for (const [id, {mark, recipients}] of delivered) {
      const own = (recipients?.includes(cvr) ?? true) && !hidden.has(id);
      const there = text.includes(`SUMMARY:${mark} (`);
      expected.verify(there || !own, 'lost', `${mark} is not in the feed of ${cvr}`);
      expected.verify(!there || own, 'wrong party', `${mark} is in the feed of ${cvr}`);
    }
  }

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
    async step() {
      if (Math.random() < 0.05 && randomIdle([secret])) return renew();
      const record = randomIdle(marked);
      if (!record) return false;
      // One at a time: a mark of the person and one of the company are in two documents, so a failed request may set only one.
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
      await checkSecrets(delivered);
    },
  };
}
