import type {Redis} from 'ioredis';

import {createAvailabilityLog} from './availability-log.ts';
import {
  authenticate,
  loadClient,
  reconnectDelay,
  type RedisConnection,
  type RedisTarget,
  serverOptions,
} from './connection.ts';
import {createWriteProbe, findRefusal, requireReplicas, warnOfUnsafeSettings} from './checks.ts';
import {createCommandBatcher} from './command-batcher.ts';
import type {StoreLog} from '../engine.ts';

/* The connection to one Redis server, or to the primary of Sentinels, for `redis-store.ts`. Add an option of `ioredis`
 * to `connectSingle` or `endpointOptions`, or to `connection.ts` if clusters need it as well. It must send each command
 * at most once, and find the new primary after a failover (`followMaster`). */

/** The delay between two attempts to connect to a Sentinel. `ioredis` prints a line on standard error for each failed attempt. */
const sentinelReconnectDelayMs = 10_000;

/**
 * Connects to one server, or to the current primary of the Sentinels, for `redis-store.ts`.
 *
 * @param companions Connections to the same primary. The new connection is added to them: a connection may learn of a failover later than the others.
 */
export function connectSingle(
  address: RedisTarget,
  log: StoreLog,
  replicas: number,
  companions: Redis[],
): RedisConnection {
  const client = loadClient();
  const redis = new client.Redis({
    ...serverOptions(address),
    ...endpointOptions(address),
    retryStrategy: reconnectDelay,
    enableOfflineQueue: false,
    // The primary became a replica, and the Sentinels know the new one. The refused command was not run and is not resent.
    reconnectOnError: error => address.kind === 'sentinel' && isReadOnly(error.message),
  });
  if (address.kind === 'sentinel') companions.push(redis);
  const requireWritable = createWriteProbe(async () => {
    // A marker as in `command-batcher.ts`: the rights of the user suffice for it, and no document has this key.
    const refusal = await findRefusal(redis, `${address.prefix}:{0}#sent`);
    if (refusal !== undefined && isReadOnly(refusal)) await followMaster(redis, address);
    return [refusal];
  });
  const batcher = createCommandBatcher(redis, replicas);
  const availability = createAvailabilityLog(log);
  let closed = false;
  const reconnect = () => {
    if (!closed && redis.status === 'end') redis.connect().catch(() => undefined);
  };
  // `ioredis` stops permanently if a failover is announced while it asks a Sentinel for the primary.
  redis.on('end', () => void setTimeout(reconnect, reconnectDelay(1)));
  redis.on('error', (error: Error) => {
    // This error follows from another error, such as the one below.
    if (!error.message.startsWith("Stream isn't writeable")) availability.lost('Redis', error.message);
    // `ioredis` would go on with database 0.
    if (error.message.includes('DB index is out of range')) redis.disconnect(true);
  });
  redis.on('close', () => {
    if (redis.status !== 'end') availability.closed('Redis');
  });
  redis.on('ready', () => {
    reconnectIfMastersDiffer(companions);
    availability.restored('Redis');
    void warnOfUnsafeSettings(redis, 'Redis', log, replicas);
  });

  return {
    slotOf: () => 0,
    run: (key, command) => batcher.run(key, command, false),
    masters: () => Promise.resolve([{redis, name: 'Redis', slots: 'all'}]),
    async ping() {
      await redis.ping();
    },
    async checkWritable() {
      await requireWritable();
      await requireReplicas([redis], replicas);
    },
    async confirmReplicated() {
      await batcher.run(`${address.prefix}:{0}`, ['ping'], false);
    },
    async login(credentials) {
      const isChecked = await authenticate([redis], credentials);
      const {username, password, sentinelLogin} = credentials;
      Object.assign(redis.options, {
        username,
        password,
        sentinelUsername: sentinelLogin?.username,
        sentinelPassword: sentinelLogin?.password,
      });
      return isChecked;
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
 * Reconnects, since the Sentinels may name a new primary, or the same address may lead to one. Tries a single address with a second
 * connection first, since reads continue over the current one.
 */
async function followMaster(redis: Redis, {kind}: RedisTarget): Promise<void> {
  if (kind === 'sentinel') {
    redis.disconnect(true);
    return;
  }
  const other = redis.duplicate({lazyConnect: true, retryStrategy: () => null, reconnectOnError: null});
  other.on('error', () => undefined);
  try {
    await other.connect();
    const [current, found] = await Promise.all([redis.info('server'), other.info()]);
    if (found.includes('\nrole:master') && parseRunId(found) !== parseRunId(current)) redis.disconnect(true);
  } catch {
    // The next probe tries again.
  } finally {
    other.disconnect();
  }
}

const parseRunId = (info: string) => /^run_id:(\w+)/m.exec(info)?.[1];

/** Reconnects connections to different servers through the Sentinels, since one of them is to an old primary. */
function reconnectIfMastersDiffer(companions: readonly Redis[]): void {
  const ready = companions.filter(({status}) => status === 'ready');
  const servers = new Set(ready.map(({stream}) => `${stream.remoteAddress} ${stream.remotePort}`));
  if (servers.size > 1) for (const redis of ready) redis.disconnect(true);
}

function endpointOptions({kind, hosts, master, sentinelLogin, tls, timeoutMs}: RedisTarget) {
  if (kind === 'single') return {...hosts[0]};
  return {
    sentinels: hosts.map(host => ({...host})),
    name: master ?? '',
    ...(sentinelLogin && {sentinelPassword: sentinelLogin.password}),
    ...(sentinelLogin?.username !== undefined && {sentinelUsername: sentinelLogin.username}),
    enableTLSForSentinelMode: tls,
    ...(tls ? {sentinelTLS: {}} : {}),
    sentinelCommandTimeout: timeoutMs,
    sentinelRetryStrategy: reconnectDelay,
    sentinelReconnectStrategy: () => sentinelReconnectDelayMs,
    // Without this option, a connection to a hanging primary would be kept after a failover.
    failoverDetector: true,
  };
}
