import {setTimeout as pause} from 'node:timers/promises';

import {bounds} from '../../server/bounds.ts';
import {slotOf} from '../../server/store/redis/cluster-nodes.ts';
import {openSlot} from '../../server/store/testing/open-slot.ts';
import {startRedisCluster} from '../../server/store/testing/redis-cluster.ts';
import {withClient} from '../../server/store/testing/redis-process.ts';
import type {RedisServer} from '../../server/store/testing/redis-server.ts';
import {counter, nodeTimeoutMs} from './failovers.ts';
import type {FaultSetup} from './fault-setup.ts';
import {companies, type TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: slots of a Redis Cluster move during writes. If another change may get 503, add it to `withParts`. */

/** The number of slots that move at the same time. */
const maxSlots = 12;

/** The duration of each of the three parts of the move, in milliseconds. Together they take longer than a change waits for the store. */
const partMs = 700;

/** Only these changes may get 503: a form and its texts, or a deadline and its recipients, can be on two nodes while slots move. */
const withParts = /^(?:POST|PUT|DELETE) \/(?:dia\/|calendar\/1\/frister)/;

/** Opens slots, moves half of their keys, pauses as an interrupted reshard would, and completes the move. */
export async function movingSlots(): Promise<FaultSetup> {
  const cluster = await startRedisCluster(nodeTimeoutMs);
  const {masters} = cluster;
  return {
    settings: {TAVLE_STORE: cluster.url, TAVLE_STORE_REPLICAS: '1'},

    async inject(system) {
      const {expected, refusals} = system;
      const {unknown} = expected;
      const refused = refusals.length;
      const slots = await findSlots(masters);
      const moves = await Promise.all(slots.map(slot => openSlot(masters, slot)));
      await pause(partMs);
      for (const move of moves) {
        const keys = await move.keys();
        for (const key of keys.filter((_, place) => place % 2)) await move.moveKey(key);
      }
      await readCalendars(system);
      await pause(partMs);
      for (const move of moves) await move.moveAllKeys();
      await pause(partMs);
      for (const move of moves) {
        await move.moveAllKeys();
        await move.finish();
      }
      const during = refusals.slice(refused);
      for (const {what, ms} of during) {
        const hasWaited = ms >= bounds.storeTimeoutMs;
        expected.verify(withParts.test(what) && hasWaited, 'failed', `503 after ${ms} ms: ${what}`);
      }
      const broken = expected.unknown - unknown - during.length;
      expected.verify(
        broken <= 0,
        'failed',
        `${broken} broken connections while slots ${slots.join()} moved`,
      );
      return performance.now();
    },

    stop: () => cluster.stop(),
  };
}

/** Reads companies' marks, with one command for several keys in one slot. */
async function readCalendars({expected, callAsCompany}: TestSystem): Promise<void> {
  for (const cvr of companies) {
    const call = await callAsCompany(cvr);
    const list = await expected.request(() => call('GET', `/calendar/1/virksomheder/${cvr}/frister`), 200);
    expected.verify(list !== undefined, 'failed', `503 for the calendar of ${cvr} in a slot that moves`);
  }
}

/**
 * Returns the slots with the most keys on a master, and the slot of the counter of deadlines. Only one master takes over slots at a time, as
 * in a reshard of `redis-cli`: several masters at the same time sometimes lost a whole slot, without an agreement on the epoch.
 */
async function findSlots(masters: readonly RedisServer[]): Promise<number[]> {
  const {port = 0} = masters[Math.floor(Math.random() * masters.length)] ?? {};
  const keys = await withClient(port, client => client.keys('*'));
  const counts = new Map<number, number>();
  for (const slot of keys.map(slotOf)) counts.set(slot, (counts.get(slot) ?? 0) + 1);
  if (counts.has(slotOf(counter))) counts.set(slotOf(counter), Infinity);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxSlots)
    .map(([slot]) => slot);
}
