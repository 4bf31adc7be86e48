import type {StoreLog} from '../engine.ts';

/** Logs each reason why a server is unreachable once, and once that it is reachable again. For `single.ts` and
 * `cluster-nodes.ts`. To explain another error to operators, add it to `remedies`: the first pattern that matches
 * counts. */
export function createAvailabilityLog(log: StoreLog) {
  const reasonsOf = new Map<string, Set<string>>();

  function lost(name: string, text: string): void {
    // `ioredis` adds its delay, which grows, to this message.
    const reason = text.replace(/ Retrying from scratch after \d+ms\./, '').replace(/[.]?$/, '.');
    const reasons = reasonsOf.get(name) ?? new Set();
    if (reasons.has(reason)) return;
    reasonsOf.set(name, reasons.add(reason));
    const remedy = remedies.find(([pattern]) => pattern.test(reason))?.[1];
    log.warn(`${name} is unreachable: ${reason}${remedy === undefined ? '' : ` ${remedy}`}`);
  }

  return {
    lost,
    /** Logs that the connection was closed, unless another reason was logged before. */
    closed(name: string): void {
      if (!reasonsOf.has(name)) lost(name, 'the connection was closed');
    },
    restored(name: string): void {
      if (reasonsOf.delete(name)) log.info(`${name} is reachable again.`);
    },
  };
}

/** What an operator can do about the errors of a connection. The first pattern that matches counts. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /sentinel[^]{0,99}(?:NOAUTH|WRONGPASS)/i,
    'Correct TAVLE_STORE_SENTINEL_USER and TAVLE_STORE_SENTINEL_PASSWORD.',
  ],
  [
    /NOAUTH|WRONGPASS|invalid password/,
    'Correct the user and the password in TAVLE_STORE or TAVLE_STORE_FILE.',
  ],
  [/NOPERM/, 'Give the user its rights, which docs/operate/storage.md#redis-configuration lists.'],
  [/DB index is out of range/, 'Correct the number of the database in TAVLE_STORE.'],
  [/Unknown RESP type/, 'It is not a Redis: correct the host and the port in TAVLE_STORE.'],
  [/cluster support disabled/, 'It is not a cluster: begin TAVLE_STORE with redis: or rediss:.'],
  [/ENOTFOUND \?/, 'Set cluster-announce-hostname, or cluster-preferred-endpoint-type ip, on every node.'],
  [/ENOTFOUND|EAI_AGAIN/, 'Correct the host in TAVLE_STORE, or the name server.'],
  [
    /ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    'Start Redis, or correct the scheme, the host and the port in TAVLE_STORE.',
  ],
  // All that `ioredis` says about the nodes of a cluster to which it cannot connect.
  [/Connection is closed/, 'Start its nodes, or correct the scheme, the hosts and the ports in TAVLE_STORE.'],
  [/sentinels are unreachable/i, 'Start the Sentinels, or correct their hosts and ports in TAVLE_STORE.'],
  [/wrong version number|packet length too long/, 'It does not use TLS: begin TAVLE_STORE with redis.'],
  [/certificate|altname/i, 'Set NODE_EXTRA_CA_CERTS to the CA of Redis, or correct its certificate.'],
];
