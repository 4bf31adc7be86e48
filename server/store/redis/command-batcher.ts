import type {ChainableCommander, Redis} from 'ioredis';

import {textOf, writeScript} from './scripts.ts';

/** How many commands go out at once, and how many keys one command reads: more would hold up the other work of this process. */
const maxBatchLength = 1_000;

/** How many documents one script writes: more would hold up what other processes ask the server. */
const maxWritesPerScript = 100;

/** How long a server waits, in milliseconds, for its replicas. */
const replicaTimeoutMs = 1_000;

/** A command's name and parameters; a script is `evalsha` with the digest of one of our scripts. */
export type Command = readonly [name: string, ...parameters: (string | number)[]];

/** One connection to one server, shared by all who have something to ask. */
export interface CommandBatcher {
  /**
   * Runs a command on a key. It rejects with what the server answers, or an error of another kind when the server does not.
   *
   * @param asking Whether the key is on its way here from another node of a cluster.
   */
  readonly run: (key: string, command: Command, asking?: boolean) => Promise<unknown>;
}

interface Request {
  readonly key: string;
  readonly command: Command;
  readonly asking: boolean;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** A command as it goes out, for several requests where it reads or writes documents. */
interface Call {
  readonly command: Command;
  readonly asking: boolean;
  readonly requests: readonly Request[];
}

/**
 * Commands of one turn of the event loop, or of the time while the last batch is under way, go out in one batch. So one wait for
 * the replicas serves many writers. Nothing is promised about the order of the commands of one batch.
 *
 * @param replicas How many of the server's replicas must have all that a batch changed before any of it counts as done.
 * @param fallbackMarkers Keys in other slots of the server, for a slot that moves: there a key that is not stored is refused. `undefined`: the
 *   server has no slots, so one command may name any keys.
 */
export function createCommandBatcher(
  redis: Redis,
  replicas: number,
  fallbackMarkers?: () => readonly string[],
): CommandBatcher {
  const waiting: Request[] = [];
  let running = false;

  async function drain(): Promise<void> {
    while (waiting.length) {
      const batch = waiting.splice(0, maxBatchLength);
      if (await send(batch)) continue;
      // The connection is gone or stuck, and they were never sent: they must not wait for it, too.
      for (const {reject} of waiting.splice(0)) reject(new Error('Redis does not answer.'));
    }
    running = false;
  }

  /** Resolves to whether the server answered. */
  async function send(batch: readonly Request[]): Promise<boolean> {
    const pipeline = redis.pipeline();
    const calls = fallbackMarkers ? batch.map(toCall) : join(batch);
    const places = calls.map(({command: [name, ...parameters], asking}) => {
      if (asking) pipeline.call('asking');
      pipeline.call(name, ...parameters);
      return pipeline.length - 1;
    });
    if (replicas) awaitReplicas(pipeline, `${batch[0]?.key}#sent`, batch[0]?.asking);
    const results = (await pipeline.exec()) ?? [];
    const answers = places.map(place => results[place] ?? lost);
    const replicationError = replicas ? await findReplicationError(answers, results.slice(-2)) : undefined;
    for (const [at, call] of calls.entries()) {
      for (const [request, answer] of answersOf(call, answers[at] ?? lost))
        settle(request, answer, replicationError);
    }
    return results.some(([error]) => isAnswer(error));
  }

  /**
   * Adds a change that nobody reads, and a wait for the replicas. Without that change, a command that changes nothing would
   * leave nothing to wait for, though what it found may not have reached a replica yet.
   */
  function awaitReplicas(pipeline: ChainableCommander, marker: string, asking = false): void {
    if (asking) pipeline.call('asking');
    pipeline.call('set', marker, '', 'PX', 1);
    pipeline.call('wait', replicas, replicaTimeoutMs);
  }

  /** Why what a batch changed may not have reached the replicas; `undefined` when it has. */
  async function findReplicationError(answers: readonly Result[], [sent, waited]: Result[]) {
    if (!answers.some(([error]) => error === null)) return undefined;
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
      // It was not run: the server has not seen the script yet, or forgot it.
      waiting.push({...request, command: ['eval', textOf(String(digest)), ...parameters]});
    } else if (error) reject(error);
    else if (replicationError) reject(replicationError);
    else resolve(reply);
  }

  return {
    run: (key, command, asking = false) =>
      new Promise((resolve, reject) => {
        waiting.push({key, command, asking, resolve, reject});
        if (running) return;
        running = true;
        setImmediate(() => void drain());
      }),
  };
}

type Result = readonly [error: Error | null, reply: unknown];

function toCall(request: Request): Call {
  const {command, asking} = request;
  return {command, asking, requests: [request]};
}

/** Joins the reads of a batch, and the writes: a command for each of them costs both sides more than the work itself. */
function join(batch: readonly Request[]): Call[] {
  const calls: Call[] = [];
  const reads: Request[] = [];
  const writes: Request[] = [];
  for (const request of batch) {
    const [name, digest] = request.command;
    if (name === 'mget') reads.push(request);
    else if (digest === writeScript.digest) writes.push(request);
    else calls.push(toCall(request));
  }
  for (const requests of chunksOf(reads, maxBatchLength, ({command}) => command.length - 1))
    calls.push(readAll(requests));
  for (const requests of chunksOf(writes, maxWritesPerScript, () => 1)) calls.push(writeAll(requests));
  return calls;
}

/** Joins reads. A batch may have a thousand keys, so each is copied once. */
function readAll(requests: readonly Request[]): Call {
  const command: [string, ...(string | number)[]] = ['mget'];
  for (const {command: read} of requests) {
    for (let place = 1; place < read.length; place++) command.push(read[place] ?? '');
  }
  return {command, asking: false, requests};
}

function writeAll(requests: readonly Request[]): Call {
  const keys: (string | number)[] = [];
  const parameters: (string | number)[] = [];
  for (const {command} of requests) {
    const [, , , key = '', ...others] = command;
    keys.push(key);
    parameters.push(...others);
  }
  const command: Command = ['evalsha', writeScript.digest, keys.length, ...keys, ...parameters];
  return {command, asking: false, requests};
}

/** Splits requests into runs of at most `most` by weight. */
function chunksOf(
  requests: readonly Request[],
  most: number,
  weightOf: (request: Request) => number,
): Request[][] {
  const chunks: Request[][] = [];
  let left = 0;
  for (const request of requests) {
    const weight = weightOf(request);
    if (weight > left || !chunks.length) {
      chunks.push([]);
      left = most;
    }
    left -= weight;
    chunks.at(-1)?.push(request);
  }
  return chunks;
}

/** Returns each request of a call with its part of the reply. */
function* answersOf({requests}: Call, result: Result): Generator<[Request, Result]> {
  const [error, reply] = result;
  let start = 0;
  for (const request of requests) {
    const {command} = request;
    // A value for each key that is read, and the two parts of an outcome for each document that is written.
    const end = start + (command[0] === 'mget' ? command.length - 1 : 2);
    const isWhole = error !== null || requests.length === 1;
    yield [request, isWhole ? result : [null, (reply as unknown[]).slice(start, end)]];
    start = end;
  }
}

const lost: Result = [new Error('The reply was lost.'), undefined];

/** Whether a result came from the server, be it a refusal. */
function isAnswer(error: Error | null): boolean {
  return error === null || error.name === 'ReplyError';
}
