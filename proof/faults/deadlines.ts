import type {CreatedFrist, FristItem, SingleFrist} from '../../server/calendar/responses.ts';
import type {Caller} from '../../server/testing/certificates.ts';
import type {Workload} from './workload.ts';
import {type ExpectedState, newRecord, randomIdle, type TrackedRecord} from './expected-state.ts';

/* A workload for `test-system.ts`: authorities deliver, change and withdraw deadlines. A new field of a deadline must follow from its `Delivery`. */

/** The maximum number of deadlines of an authority. */
const maxDeadlines = 20;

/** A delivered deadline. All its fields follow from these two. */
export interface Delivery {
  /** Part of heading and text; determines the date. */
  readonly mark: string;
  /** Sorted; `null`: all companies. */
  readonly recipients: readonly string[] | null;
}

/** A deadline and its expected state. `null`: withdrawn, or never delivered. */
type Deadline = TrackedRecord<Delivery | null> & {
  id?: number;
  readonly key: string;
  /** The body of the POST and of its retries. */
  created?: Delivery;
};

export interface Authority extends Workload {
  readonly cvr: string;
  /** Returns the delivered deadlines by id, as found by the last check. */
  delivered(): Map<number, Delivery>;
  /** Delivers a deadline. */
  deliver(recipients: Delivery['recipients']): Promise<number>;
  /** Delivers a deadline with `send`. Its outcome is unknown until a retry under the same key. */
  deliverWithUnknownOutcome(
    recipients: readonly string[],
    send: (body: object, key: string) => Promise<void>,
  ): Promise<void>;
}

/**
 * Returns an authority that delivers deadlines to some companies or all, changes and withdraws them (interface C). It retries a POST with an
 * unknown outcome under the same key.
 */
export function authority(
  cvr: string,
  companies: readonly string[],
  call: Caller,
  expected: ExpectedState,
): Authority {
  const path = '/calendar/1/frister';
  const deadlines: Deadline[] = [];
  let number = 0;

  const newDelivery = (recipients: Delivery['recipients']): Delivery => ({
    mark: `${cvr}-${(number += 1)}`,
    recipients: recipients && [...recipients].sort(),
  });

  function newDeadline(): Deadline {
    const deadline = {...newRecord<Delivery | null>(null), key: `${cvr}-key-${(number += 1)}`};
    deadlines.push(deadline);
    return deadline;
  }

  const post = (delivery: Delivery, key: string) =>
    call('POST', path, bodyOf(delivery), {'Idempotency-Key': key});

  /** Sends or retries the POST of a deadline. */
  async function create(deadline: Deadline, delivery: Delivery): Promise<boolean> {
    deadline.created = delivery;
    const send = () => post(delivery, deadline.key);
    const response = await expected.change(deadline, delivery, send, 201);
    if (response) deadline.id = (response.body as CreatedFrist).fristId;
    return response !== undefined;
  }

  async function change(deadline: Deadline, before: Delivery): Promise<boolean> {
    const one = `${path}/${deadline.id}`;
    if (Math.random() < 0.2) {
      return (await expected.change(deadline, null, () => call('DELETE', one), 200)) !== undefined;
    }
    const {recipients} = before;
    const delivery = newDelivery(recipients === null && Math.random() < 0.5 ? null : randomSubset(companies));
    return (
      (await expected.change(deadline, delivery, () => call('PUT', one, bodyOf(delivery)), 200)) !== undefined
    );
  }

  /** Retries a POST until it has a response, which names the deadline of the first request. */
  async function repeat(deadline: Deadline): Promise<void> {
    const {created, key, id} = deadline;
    if (!created) return;
    const {fristId} = (await expected.read(() => post(created, key), 201)).body as CreatedFrist;
    expected.verify(id === undefined || id === fristId, 'wrong party', `${key} is ${fristId}, was ${id}`);
    deadline.id = fristId;
  }

  /** Completes a POST with an unknown outcome. */
  async function finish(deadline: Deadline): Promise<void> {
    const sent = deadline.unknown?.state;
    if (deadline.id !== undefined || !sent) return;
    await repeat(deadline);
    deadline.acknowledged = sent;
    deadline.unknown = undefined;
  }

  async function checkOne(deadline: Deadline, listed: FristItem | undefined): Promise<void> {
    const what = `Deadline ${deadline.id} of ${cvr}`;
    if (!listed) {
      expected.compare(deadline, null, what);
      return;
    }
    const single = (await expected.read(() => call('GET', `${path}/${deadline.id}`))).body as SingleFrist;
    const delivery = toDelivery(single);
    expected.verify(
      isConsistent(single) && isConsistent(listed),
      'half',
      `${what}: ${JSON.stringify([listed, single])}`,
    );
    expected.compare(deadline, delivery, what);
    if (Math.random() < 0.2) await repeat(deadline);
  }

  return {
    cvr,

    async step() {
      const unfinished = deadlines.find(({id, unknown, busy}) => id === undefined && unknown && !busy);
      if (unfinished?.created) return create(unfinished, unfinished.created);
      const delivered = deadlines.filter(({acknowledged}) => acknowledged);
      if (deadlines.length < maxDeadlines && (delivered.length < 5 || Math.random() < 0.5)) {
        return create(newDeadline(), newDelivery(Math.random() < 0.3 ? null : randomSubset(companies)));
      }
      const deadline = randomIdle(delivered);
      return deadline?.acknowledged ? change(deadline, deadline.acknowledged) : false;
    },

    async check() {
      for (const deadline of deadlines) await finish(deadline);
      const list = (await expected.read(() => call('GET', path))).body as FristItem[];
      const byId = new Map(list.map(item => [item.fristId, item]));
      for (const deadline of deadlines) {
        await checkOne(deadline, byId.get(deadline.id ?? 0));
        byId.delete(deadline.id ?? 0);
      }
      expected.verify(!byId.size, 'wrong party', `Nobody delivered ${JSON.stringify([...byId.values()])}`);
      // Forgets withdrawn deadlines: their ids never occur again.
      deadlines.splice(0, deadlines.length, ...deadlines.filter(({acknowledged}) => acknowledged));
    },

    delivered: () =>
      new Map(deadlines.flatMap(({id, acknowledged}) => (id && acknowledged ? [[id, acknowledged]] : []))),

    async deliver(recipients) {
      const deadline = newDeadline();
      if (!(await create(deadline, newDelivery(recipients))) || deadline.id === undefined) {
        throw new Error('A delivery failed before the fault was injected.');
      }
      return deadline.id;
    },

    async deliverWithUnknownOutcome(recipients, send) {
      const deadline = newDeadline();
      const delivery = newDelivery(recipients);
      deadline.created = delivery;
      deadline.busy = true;
      deadline.unknown = {state: delivery};
      await send(bodyOf(delivery), deadline.key);
      deadline.busy = false;
    },
  };
}

/** Returns the body of a delivery. */
export function bodyOf({mark, recipients}: Delivery) {
  return {
    overskrift: mark,
    beskrivelse: `<p>${mark}</p>`,
    fristDato: dateOf(mark),
    modtagere: recipients?.join(',') ?? '',
  };
}

/** Returns whether heading, text and date belong to one delivery. */
export function isConsistent({overskrift, beskrivelse, fristDato}: FristItem): boolean {
  return beskrivelse === `<p>${overskrift}</p>` && fristDato === dateOf(overskrift);
}

function toDelivery({overskrift, modtagere}: SingleFrist): Delivery {
  return {mark: overskrift, recipients: modtagere === '' ? null : modtagere.split(',').sort()};
}

/** Returns a future date that follows from the last digits of a mark. */
function dateOf(mark: string): string {
  const number = Number(mark.split('-').at(-1));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two((number % 28) + 1)}-${two((number % 12) + 1)}-${new Date().getFullYear() + 2}`;
}

/** Returns at least one company. */
export function randomSubset(companies: readonly string[]): string[] {
  const some = companies.filter(() => Math.random() < 0.4);
  return some.length ? some : companies.slice(0, 1);
}
