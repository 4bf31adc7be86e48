import {Redis} from 'ioredis';

import {bounds} from '../../limits/bounds.ts';
import type {RedisAddress} from './address.ts';
import {reconnectDelay, type RedisConnection, serverOptions} from './connection.ts';
import {warnOfUnsafeSettings} from './durability-check.ts';
import {createCommandBatcher} from './command-batcher.ts';
import {createAvailabilityLog} from './availability-log.ts';
import {requireReplicas} from './replicas.ts';
import type {StoreLog} from '../store-log.ts';
import {createWriteProbe, findRefusal} from './write-probe.ts';

/**
 * The pause, in milliseconds, between two attempts to reach a Sentinel that is away, while others may report a new master. Each
 * attempt in vain prints a line on standard error, by `ioredis` itself.
 */
const sentinelReconnectDelayMs = 10_000;

/**
 * Connects to one server, or to the one that the Sentinels call the master at the time.
 *
 * @param companions Connections to the same master, which this one joins: behind Sentinels, one may hear of a failover later than others.
 */
export function connectSingle(
  address: RedisAddress,
  log: StoreLog,
  replicas: number,
  companions: Redis[],
): RedisConnection {
  const redis = new Redis({
    ...serverOptions(address),
    ...endpointOptions(address),
    retryStrategy: reconnectDelay,
    enableOfflineQueue: false,
    // A master that became a replica: the Sentinels name the current master. The refused command was not run, and is not sent again.
    reconnectOnError: error => address.kind === 'sentinel' && isReadOnly(error.message),
  });
  if (address.kind === 'sentinel') companions.push(redis);
  const probe = createWriteProbe(async () => {
    const refusal = await findRefusal(redis, `${address.prefix}:{0}#sent`);
    if (refusal !== undefined && isReadOnly(refusal)) await followMaster(redis, address);
    return [refusal];
  });
  const batcher = createCommandBatcher(redis, replicas);
  const availability = createAvailabilityLog(log);
  let closed = false;
  const connectAgain = () => {
    if (!closed && redis.status === 'end') redis.connect().catch(() => undefined);
  };
  // `ioredis` gives up permanently where it hears of a failover while it asks a Sentinel for the master.
  redis.on('end', () => void setTimeout(connectAgain, reconnectDelay(1)));
  redis.on('error', (error: Error) => availability.lost('Redis', error.message));
  redis.on('close', () => {
    if (redis.status !== 'end') availability.lost('Redis', 'the connection was closed.');
  });
  redis.on('ready', () => {
    reconnectIfMastersDiffer(companions);
    availability.restored('Redis');
    void warnOfUnsafeSettings(redis, 'Redis', log, replicas);
  });

  return {
    slotOf: () => 0,
    run: batcher.run,
    masters: () => Promise.resolve([{redis, name: 'Redis', slots: 'all'}]),
    async ping() {
      await redis.ping();
    },
    async checkWritable() {
      await probe();
      await requireReplicas([redis], replicas);
    },
    async close() {
      closed = true;
      if (redis.status === 'ready') await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

const isReadOnly = (message: string) => message.startsWith('READONLY');

/**
 * Connects again where the Sentinels, or the same address, may lead to a master by now. One address is tried with a second connection first,
 * since reads go on over the present one.
 */
async function followMaster(redis: Redis, {kind}: RedisAddress): Promise<void> {
  if (kind === 'sentinel') {
    redis.disconnect(true);
    return;
  }
  const other = redis.duplicate({lazyConnect: true, retryStrategy: () => null, reconnectOnError: null});
  other.on('error', () => undefined);
  try {
    await other.connect();
    const [current, found] = await Promise.all([redis.info('server'), other.info()]);
    if (found.includes('\nrole:master') && runIdIn(found) !== runIdIn(current)) redis.disconnect(true);
  } catch {
    // The next probe looks again.
  } finally {
    other.disconnect();
  }
}

const runIdIn = (info: string) => /^run_id:(\w+)/m.exec(info)?.[1];

/** Has connections to different servers ask the Sentinels again: one of them is to an old master. */
function reconnectIfMastersDiffer(companions: readonly Redis[]): void {
  const ready = companions.filter(({status}) => status === 'ready');
  const servers = new Set(ready.map(({stream}) => `${stream.remoteAddress} ${stream.remotePort}`));
  if (servers.size > 1) for (const redis of ready) redis.disconnect(true);
}

function endpointOptions({kind, hosts, master, sentinelLogin, tls}: RedisAddress) {
  if (kind === 'single') return {...hosts[0]};
  return {
    sentinels: hosts.map(host => ({...host})),
    name: master ?? '',
    ...(sentinelLogin && {sentinelPassword: sentinelLogin.password}),
    ...(sentinelLogin?.username !== undefined && {sentinelUsername: sentinelLogin.username}),
    enableTLSForSentinelMode: tls,
    ...(tls ? {sentinelTLS: {}} : {}),
    sentinelCommandTimeout: bounds.storeTimeoutMs,
    sentinelRetryStrategy: reconnectDelay,
    sentinelReconnectStrategy: () => sentinelReconnectDelayMs,
    // Without it, a connection to a master that hangs would be kept after another one took over.
    failoverDetector: true,
  };
}
