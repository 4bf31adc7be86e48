import type {Context} from 'koa';

import {bounds} from '../bounds.ts';
import type {Metrics} from './metrics.ts';
import {Problem} from '../problem.ts';
import {whenClosed} from './request-logging.ts';
import {decodePart, pathOf} from './target.ts';
import {type Queues, waitInQueue} from './wait-in-queue.ts';

/* Limits the requests in progress and their memory, for `operations/routes.ts`, bodies and large responses. One caller
 * must not use up what others need: `judgeRequest` and `judgeBody` divide the capacity. `bounds.ts` has the numbers,
 * and `caller-limit.ts` counts calls per minute. */

export type Admit = Admission['admit'];

export type Admission = ReturnType<typeof createAdmission>;

/** A long response in progress. */
interface LongResponse {
  /** What it is counted by. */
  readonly name: string;
  /** The bytes of memory that it occupies. */
  readonly size: number;
}

/** The resources of a request in flight. */
interface Load {
  /** Empty before the request is admitted. */
  caller: string;
  /** The bytes that are reserved for the body. */
  bytes: number;
  readonly reserve: typeof reserveBody;
  readonly startLong: typeof startLongResponse;
  readonly requirePlaceFor: typeof requirePlace;
  readonly countRefusal: () => void;
  /** Set while the response is a long one. */
  longResponse?: LongResponse;
}

/**
 * Limits the requests in flight and the memory for their bodies, in total and for each caller. Refuses further requests early. Only
 * long responses wait, for some seconds.
 */
export function createAdmission(max: number, metrics: Metrics) {
  let inFlight = 0;
  const requests = createHoldings();
  const bodies = createHoldings();
  const longResponses = createHoldings();
  const longResponseBytes = createHoldings();
  const waiting: Queues = new Map();
  metrics.watch('tavle_http_requests_in_flight', 'Requests in flight.', () => inFlight);
  metrics.watch('tavle_http_body_bytes', 'Bytes of memory that are reserved for bodies.', () => bodies.total);

  function reserve(context: Context, size: number): void {
    const load = loadOf(context);
    if (!load || size <= bounds.maxUncountedBodyBytes || context.res.destroyed) return;
    const {caller, bytes} = load;
    const use = {capacity: bounds.maxBodyBytes, total: bodies.total - bytes, held: bodies.of(caller) - bytes};
    const shortage = judgeBody(use, size);
    if (shortage) refuse(shortage, metrics, 'bodies');
    bodies.add(caller, size - bytes);
    load.bytes = size;
  }

  /** Counts by caller and path: an app may load the calendars of several companies at the same time. */
  async function startLong(context: Context, size: number): Promise<void> {
    const load = loadOf(context);
    const hasLeft = () => context.res.destroyed;
    if (!load || hasLeft()) return;
    const {caller} = load;
    const name = longName(caller, context);
    if (longResponses.of(name) >= bounds.maxLongResponses && !(await takeTurn(name, context))) return;
    const response = {name, size};
    longResponses.add(name, 1);
    longResponseBytes.add(caller, size);
    // The client may have disconnected during the wait.
    if (hasLeft()) {
      endLongResponse(caller, response);
      return;
    }
    load.longResponse = response;
    // A refused response also counts until it is closed: its end starts the next one that waits.
    const held = longResponseBytes.of(caller) - size;
    const shortage = judgeBody(
      {capacity: bounds.maxListBytes, total: longResponseBytes.total - size, held},
      size,
    );
    if (shortage) refuse(shortage, metrics, 'requests', 'long lists');
  }

  /** Waits until {@link endLongResponse} passes on a turn: several servers of one authority may read the same list at the same time. */
  async function takeTurn(name: string, context: Context): Promise<boolean> {
    requireRoom(name);
    const outcome = await waitInQueue(waiting, name, context, bounds.longResponseWaitMs);
    if (outcome === 'timedOut') refuse('share', metrics, 'requests', 'long lists');
    return outcome === 'started';
  }

  /** @throws {Problem} 429 when the maximum number waits. */
  function requireRoom(name: string): void {
    const waits = waiting.get(name)?.length ?? 0;
    if (waits >= bounds.maxWaitingLongResponses) refuse('share', metrics, 'requests', 'long lists');
  }

  function requirePlaceFor(context: Context): void {
    const load = loadOf(context);
    if (load && waiting.size) requireRoom(longName(load.caller, context));
  }

  function endLongResponse(caller: string, {name, size}: LongResponse): void {
    longResponses.add(name, -1);
    longResponseBytes.add(caller, -size);
    const queue = waiting.get(name);
    queue?.shift()?.();
    if (!queue?.length) waiting.delete(name);
  }

  return {
    /** Counts a request until the end of its response. @throws {Problem} 503 when `max` others are in flight. */
    enter: (context: Context): void => {
      // If the client has disconnected already, for example during the check of the audit log, no further `close` event comes.
      if (context.res.destroyed) return;
      if (inFlight >= max) refuse('total', metrics, 'requests');
      const countRefusal = () => metrics.refused('requests');
      const load: Load = {caller: '', bytes: 0, reserve, startLong, requirePlaceFor, countRefusal};
      Object.assign(context.state, {load});
      inFlight += 1;
      whenClosed(context, () => {
        inFlight -= 1;
        if (load.caller) requests.add(load.caller, -1);
        if (load.bytes) bodies.add(load.caller, -load.bytes);
        if (load.longResponse) endLongResponse(load.caller, load.longResponse);
      });
    },

    /**
     * Counts a request for its caller: `person:{owner}`, `cvr:{number}`, or another name with its own prefix. A request counts once, for its
     * first caller. A caller may have one request in flight, and more in proportion to the remaining capacity.
     *
     * @throws {Problem} 429 when the caller has its share in flight.
     */
    admit: (context: Context, caller: string): void => {
      const load = loadOf(context);
      // The request of a client that disconnected during the authentication is no longer counted.
      if (!load || load.caller || context.res.destroyed) return;
      // The total already includes this request.
      const shortage = judgeRequest({capacity: max, total: inFlight - 1, held: requests.of(caller)});
      if (shortage) refuse(shortage, metrics, 'requests');
      requests.add(caller, 1);
      load.caller = caller;
    },
  };
}

/**
 * Reserves memory for the body of a request, or of its response, until the response is closed. A later call replaces the size of an
 * earlier one. The objects that are parsed from a body take several times as much.
 *
 * @param size In bytes.
 * @throws {Problem} 503 when the capacity is exhausted, 429 when the caller exceeds its share.
 */
export function reserveBody(context: Context, size: number): void {
  loadOf(context)?.reserve(context, size);
}

/**
 * Counts the response as a long one until it is closed.
 *
 * @param size The bytes of memory that the response occupies, besides its text.
 * @throws {Problem} 429 when, after some seconds, the caller still receives another long response from the same path, or when its long responses
 *   occupy its share of memory; 503 when the memory for long responses is exhausted.
 */
export async function startLongResponse(context: Context, size: number): Promise<void> {
  await loadOf(context)?.startLong(context, size);
}

/** Counts a request that was refused because too many others were in flight. */
export function countRefusal(context: Context): void {
  loadOf(context)?.countRefusal();
}

/** Throws if {@link startLongResponse} would refuse a response from the path now. @throws {Problem} 429 */
export function requirePlace(context: Context): void {
  loadOf(context)?.requirePlaceFor(context);
}

/** Returns the caller that a request counts for; empty before it is admitted. */
export const callerOf = (context: Context): string => loadOf(context)?.caller ?? '';

/** Returns what long responses are counted by: the caller and the path. */
const longName = (caller: string, context: Context) => `${caller} ${decodePart(pathOf(context))}`;

const loadOf = ({state}: Context): Load | undefined => (state as {load?: Load}).load;

/** Counts a refusal. @throws {Problem} 503 when the capacity is exhausted, 429 when the caller exceeds its share. */
function refuse(
  shortage: Shortage,
  metrics: Metrics,
  kind: 'requests' | 'bodies',
  name = kind === 'bodies' ? 'large bodies' : kind,
): never {
  const isTotal = shortage === 'total';
  metrics.refused(isTotal ? kind : 'share');
  const message = isTotal
    ? `Too many ${name} at once. Try again in a moment.`
    : `You have too many ${name} in flight. Wait for their responses, then try again.`;
  throw new Problem(isTotal ? 503 : 429, message, {
    headers: {'Retry-After': '1'},
    reason: `${isTotal ? '' : 'one caller has '}too many ${name} at once`,
  });
}

/*
 * Dynamic thresholds (Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998): what
 * one caller may hold depends on what is left. With the share s, k greedy callers settle at s/(1 + k·s) of the capacity
 * each, so there is always some left for the next caller, and the greedier ones are refused first.
 */

/** The current use, without the new request. */
interface Use {
  readonly capacity: number;
  readonly total: number;
  readonly held: number;
}

/** Why a request is rejected: the capacity is used up, or the caller holds its share. */
type Shortage = 'total' | 'share';

/** Decides on one more request of a caller. A caller without one in flight is admitted until the capacity is reached. */
export function judgeRequest({capacity, total, held}: Use): Shortage | undefined {
  if (total >= capacity) return 'total';
  return held < Math.max(1, bounds.callerRequestShare * (capacity - total)) ? undefined : 'share';
}

/**
 * Decides on a body of `size` bytes. While any capacity is left, admits the only body of a caller, even if it is larger than what is left:
 * otherwise, small bodies could block a large one permanently.
 */
export function judgeBody({capacity, total, held}: Use, size: number): Shortage | undefined {
  if (total >= capacity) return 'total';
  return held === 0 || held + size <= bounds.callerBodyShare * (capacity - total) ? undefined : 'share';
}

/** The amounts that callers hold. Callers without any take no memory. */
export function createHoldings() {
  const held = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    of: (caller: string) => held.get(caller) ?? 0,
    /** Adds to a caller's amount; a negative one releases. */
    add(caller: string, amount: number): void {
      total += amount;
      const now = (held.get(caller) ?? 0) + amount;
      if (now === 0) held.delete(caller);
      else held.set(caller, now);
    },
  };
}
