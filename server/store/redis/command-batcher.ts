/* Sends commands to one Redis server, for `single.ts` and `cluster-nodes.ts`. Change the sizes of batches in
 * `maxBatchLength` and the constants next to it; add a command that can be joined to `join`. No command of a batch may
 * succeed before the required number of replicas has the changes of the batch. */

import type {ChainableCommander, Redis} from 'ioredis';

import {scansScript, textOf, writeScript} from './scripts.ts';

/** How many commands one batch has, and how many keys one command reads: more would block the other work of this process. */
const maxBatchLength = 1_000;

/** How many documents one script writes: more would block the server for other processes. */
const maxWritesPerScript = 100;

/** How many indexes one script scans. */
const maxScansPerScript = 100;

/** How long a server waits for its replicas. */
const replicaTimeoutMs = 1_000;

/** A command's name and parameters; a script is `evalsha` with the digest of one of our scripts. */
export type Command = readonly [name: string, ...parameters: (string | number)[]];

interface Request {
  readonly key: string;
  readonly command: Command;
  readonly asking: boolean;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** A command as it is sent, for one or several requests. */
interface JoinedCommand {
  readonly command: Command;
  readonly asking: boolean;
  readonly requests: readonly Request[];
  /** Returns the reply of each request. */
  readonly split: (reply: unknown) => readonly unknown[];
}

/**
 * Sends the commands of concurrent callers in batches over one connection.
 *
 * Commands that arrive in one turn of the event loop, or while a batch is pending, form one batch, so one wait for the replicas serves
 * many writers. The order of the commands in a batch is undefined.
 *
 * @param replicas How many replicas must have all changes of a batch before any of them is acknowledged.
 * @param fallbackMarkers Returns keys in other slots of the server, to write a marker there if the first slot is migrating and refuses
 *   missing keys. `undefined`: the server has no slots, so one command may have any keys.
 */
export function createCommandBatcher(
  redis: Redis,
  replicas: number,
  fallbackMarkers?: () => readonly string[],
) {
  const waiting: Request[] = [];
  let running = false;

  async function drain(): Promise<void> {
    while (waiting.length) {
      const batch = waiting.splice(0, maxBatchLength);
      if (await send(batch)) continue;
      // The connection is closed or hangs. The waiting commands were not sent, so they fail at once.
      for (const {reject} of waiting.splice(0)) reject(new Error('Redis does not respond.'));
    }
    running = false;
  }

  /** Resolves to whether the server responded. */
  async function send(batch: readonly Request[]): Promise<boolean> {
    const pipeline = redis.pipeline();
    const joined = fallbackMarkers ? batch.map(toSingle) : join(batch);
    const positions = joined.map(({command: [name, ...parameters], asking}) => {
      if (asking) pipeline.call('asking');
      pipeline.call(name, ...parameters);
      return pipeline.length - 1;
    });
    if (replicas) awaitReplicas(pipeline, `${batch[0]?.key}#sent`, batch[0]?.asking);
    const results = (await pipeline.exec()) ?? [];
    const outcomes = positions.map(position => results[position] ?? lostReply);
    const replicationError = replicas ? await findReplicationError(outcomes, results.slice(-2)) : undefined;
    for (const [at, {requests, split}] of joined.entries()) {
      const [error, reply] = outcomes[at] ?? lostReply;
      const replies = error ? [] : split(reply);
      for (const [index, request] of requests.entries())
        settle(request, [error, replies[index]], replicationError);
    }
    return results.some(([error]) => isReply(error));
  }

  /**
   * Adds a write of a marker and a wait for the replicas. Without the marker, a batch of reads would have nothing to wait for, although
   * the values that it found may not have reached a replica.
   */
  function awaitReplicas(pipeline: ChainableCommander, marker: string, asking = false): void {
    if (asking) pipeline.call('asking');
    pipeline.call('set', marker, '', 'PX', 1);
    pipeline.call('wait', replicas, replicaTimeoutMs);
  }

  /** Returns why the changes of a batch may not have reached the replicas; `undefined` if they have. */
  async function findReplicationError(outcomes: readonly Result[], [sent, waited]: Result[]) {
    if (!outcomes.some(([error]) => error === null)) return undefined;
    for (const marker of fallbackMarkers?.() ?? []) {
      if (!sent?.[0]) break;
      const again = redis.pipeline();
      awaitReplicas(again, marker);
      [sent, waited] = ((await again.exec()) ?? []).slice(-2);
    }
    const cause = sent?.[0] ?? waited?.[0];
    if (cause) return new Error('Not replicated, outcome unknown.', {cause});
    const copies = Number(waited?.[1]);
    return copies >= replicas
      ? undefined
      : new Error(`Not replicated, outcome unknown: ${copies} of ${replicas} replicas have it.`);
  }

  function settle(request: Request, [error, reply]: Result, replicationError: Error | undefined) {
    const {command, resolve, reject} = request;
    const [name, digest, ...parameters] = command;
    if (error?.message.startsWith('NOSCRIPT') && name === 'evalsha') {
      // The command was not run: the server does not have the script.
      waiting.push({...request, command: ['eval', textOf(String(digest)), ...parameters]});
    } else if (error) reject(error);
    else if (replicationError) reject(replicationError);
    else resolve(reply);
  }

  return {
    /**
     * Runs a command on a key. It rejects with a `ReplyError` of the server, or with another error if the server does not respond.
     *
     * @param asking Whether the key is migrating to this node of a cluster.
     */
    run: (key: string, command: Command, asking: boolean): Promise<unknown> =>
      new Promise((resolve, reject) => {
        waiting.push({key, command, asking, resolve, reject});
        if (running) return;
        running = true;
        setImmediate(() => void drain());
      }),
  };
}

type Result = readonly [error: Error | null, reply: unknown];

function toSingle(request: Request): JoinedCommand {
  const {command, asking} = request;
  return {command, asking, requests: [request], split: reply => [reply]};
}

/** Joins the scans of one range, the reads, and the writes of a batch: separate commands would cost client and server more than the work itself. */
function join(batch: readonly Request[]): JoinedCommand[] {
  const joined: JoinedCommand[] = [];
  const reads: Request[] = [];
  const writes: Request[] = [];
  /** Scans by range, then by key. */
  const scans = new Map<string, Map<string, Request[]>>();
  for (const request of batch) {
    const [name, digest] = request.command;
    if (name === 'mget') reads.push(request);
    else if (name === 'zrange') {
      const range = request.command.slice(2).join('\n');
      const ofRange = scans.get(range) ?? new Map<string, Request[]>();
      scans.set(range, ofRange);
      const same = ofRange.get(request.key);
      if (same) same.push(request);
      else ofRange.set(request.key, [request]);
    } else if (digest === writeScript.digest) writes.push(request);
    else joined.push(toSingle(request));
  }
  for (const requests of chunksOf(reads, maxBatchLength, ({command}) => command.length - 1))
    joined.push(joinReads(requests));
  for (const byKey of scans.values())
    for (const group of chunksOf([...byKey.values()], maxScansPerScript, () => 1))
      joined.push(joinScans(group));
  for (const requests of chunksOf(writes, maxWritesPerScript, () => 1)) joined.push(joinWrites(requests));
  return joined;
}

/** Reads each key once: many companies have the same deadlines. */
function joinReads(requests: readonly Request[]): JoinedCommand {
  const indexOfKey = new Map<string | number, number>();
  const indexesOf = requests.map(({command: [, ...keys]}) =>
    keys.map(key => {
      const index = indexOfKey.get(key) ?? indexOfKey.size;
      if (index === indexOfKey.size) indexOfKey.set(key, index);
      return index;
    }),
  );
  return {
    command: ['mget', ...indexOfKey.keys()],
    asking: false,
    requests,
    split: reply => indexesOf.map(indexes => indexes.map(index => (reply as unknown[])[index])),
  };
}

/** Joins scans of one range into one command. @param group For each index, its requests. */
function joinScans(group: readonly (readonly Request[])[]): JoinedCommand {
  const requests = group.flat();
  const [{command: [, , from = '', end = '', , , , limit = 0]} = {command: ['']}] = requests;
  const keys = group.map(([first]) => first?.key ?? '');
  // Sends the text: after `NOSCRIPT`, `settle` would repeat the commands of the requests, which are not scripts.
  return {
    command:
      group.length === 1
        ? (requests[0]?.command ?? [''])
        : ['eval', scansScript.text, keys.length, ...keys, from, end, limit],
    asking: false,
    requests,
    split: reply =>
      group.flatMap((same, index) =>
        same.map(() => (group.length === 1 ? reply : (reply as unknown[])[index])),
      ),
  };
}

/** Joins writes into one script, whose reply has two parts for each written document. */
function joinWrites(requests: readonly Request[]): JoinedCommand {
  const keys: (string | number)[] = [];
  const parameters: (string | number)[] = [];
  for (const {command} of requests) {
    const [, , , key = '', ...others] = command;
    keys.push(key);
    parameters.push(...others);
  }
  return {
    command: ['evalsha', writeScript.digest, keys.length, ...keys, ...parameters],
    asking: false,
    requests,
    split: reply => requests.map((_, index) => (reply as unknown[]).slice(2 * index, 2 * index + 2)),
  };
}

/** Splits requests into chunks of at most `max` by weight. */
function chunksOf<Item>(
  requests: readonly Item[],
  max: number,
  weightOf: (request: Item) => number,
): Item[][] {
  const chunks: Item[][] = [];
  let left = 0;
  for (const request of requests) {
    const weight = weightOf(request);
    if (weight > left || !chunks.length) {
      chunks.push([]);
      left = max;
    }
    left -= weight;
    chunks.at(-1)?.push(request);
  }
  return chunks;
}

const lostReply: Result = [new Error('The reply was lost.'), undefined];

/** Returns whether a result came from the server. */
const isReply = (error: Error | null): boolean => error === null || error.name === 'ReplyError';
