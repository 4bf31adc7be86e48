import {setTimeout as pause} from 'node:timers/promises';

import type {TestResponse} from '../../server/testing/certificates.ts';
import {withTimeout} from '../../e2e/support/timeout.ts';

/*
 * Records what the workloads expect to read after a fault, and compares this with what they read. For all workloads. If a request can have another
 * unknown outcome, add it to `request`.
 */

/** The maximum duration of a response, in milliseconds, during any fault. */
const responseTimeoutMs = 20_000;

/** Violations that must never happen to acknowledged changes. */
export type Violation = 'lost' | 'half' | 'wrong party' | 'failed';

export interface Finding {
  readonly violation: Violation;
  readonly what: string;
}

/** A record that only one workload changes, one change at a time. */
export interface TrackedRecord<State> {
  /** The last acknowledged state. */
  acknowledged: State;
  /** A later state with an unknown outcome. The record does not change again before a check. */
  unknown: {readonly state: State} | undefined;
  busy: boolean;
}

export function newRecord<State>(acknowledged: State): TrackedRecord<State> {
  return {acknowledged, unknown: undefined, busy: false};
}

/** Records acknowledged changes and those with an unknown outcome, and compares the stored state with them. */
export interface ExpectedState {
  readonly acknowledged: number;
  readonly unknown: number;
  /** The maximum response time in milliseconds. */
  readonly slowest: number;
  readonly findings: readonly Finding[];

  /**
   * Sends a request. Returns `undefined` after a 503 or a broken connection: the outcome of the request is unknown.
   *
   * @throws When the response has another status, or does not arrive in time.
   */
  request(send: () => Promise<TestResponse>, ...statuses: number[]): Promise<TestResponse | undefined>;

  /** Reads a resource that must exist, with retries. @throws When every attempt fails, or the response has another status. */
  read(send: () => Promise<TestResponse>, status?: number): Promise<TestResponse>;

  /** Sends a change of a record, and records its outcome. */
  change<State>(
    record: TrackedRecord<State>,
    state: State,
    send: () => Promise<TestResponse>,
    status: number,
  ): Promise<TestResponse | undefined>;

  /** Compares the found state with the acknowledged and the unknown one. The found state then counts as acknowledged. */
  compare<State>(record: TrackedRecord<State>, found: State, what: string): void;

  /** Records a violation unless the condition holds. */
  verify(holds: boolean, violation: Violation, what: string): void;
}

export function createExpectedState(): ExpectedState {
  const counts = {acknowledged: 0, unknown: 0, slowest: 0};
  const findings: Finding[] = [];

  async function request(send: () => Promise<TestResponse>, ...statuses: number[]) {
    const started = performance.now();
    const response = await inTime(send()).catch((error: unknown) => {
      if (isBroken(error)) return undefined;
      throw error;
    });
    counts.slowest = Math.max(counts.slowest, performance.now() - started);
    if (response?.status === 503)
      verify('retry-after' in response.headers, 'failed', '503 without Retry-After');
    if (!response || response.status === 503) return undefined;
    if (!statuses.includes(response.status)) {
      throw new Error(
        `Responded with ${response.status}, not ${statuses.join(' or ')}: ${response.text.slice(0, 500)}`,
      );
    }
    return response;
  }

  function verify(holds: boolean, violation: Violation, what: string): void {
    if (!holds) findings.push({violation, what: what.slice(0, 600)});
  }

  return {
    get acknowledged() {
      return counts.acknowledged;
    },
    get unknown() {
      return counts.unknown;
    },
    get slowest() {
      return counts.slowest;
    },
    findings,
    request,
    verify,

    async read(send, status = 200) {
      for (let turn = 0; turn < 100; turn += 1) {
        const response = await request(send, status);
        if (response) return response;
        await pause(50);
      }
      const last = await inTime(send()).then(({status, text}) => `${status}: ${text.slice(0, 500)}`, String);
      throw new Error(`Changes are acknowledged, but this cannot be read: ${last}`);
    },

    async change(record, state, send, status) {
      const isRetry = record.unknown !== undefined;
      record.busy = true;
      record.unknown = {state};
      const response = await request(send, status);
      record.busy = false;
      if (response) {
        record.acknowledged = state;
        record.unknown = undefined;
        counts.acknowledged += 1;
      } else if (!isRetry) counts.unknown += 1;
      return response;
    },

    compare(record, found, what) {
      const {acknowledged, unknown} = record;
      const allowed = [acknowledged, ...(unknown ? [unknown.state] : [])].map(state => JSON.stringify(state));
      const is = JSON.stringify(found);
      verify(allowed.includes(is), 'lost', `${what} is ${is}, not ${allowed.join(' or ')}`);
      record.acknowledged = found;
      record.unknown = undefined;
    },
  };
}

/** Returns a random record with a known state and no pending change. */
export function randomIdle<Kind extends TrackedRecord<unknown>>(records: readonly Kind[]): Kind | undefined {
  const free = records.filter(({busy, unknown}) => !busy && !unknown);
  return free[Math.floor(Math.random() * free.length)];
}

const inTime = (response: Promise<TestResponse>) =>
  withTimeout(response, `No response within ${responseTimeoutMs / 1000} s.`, responseTimeoutMs);

/** Returns whether an error means that a connection failed. */
function isBroken(error: unknown): boolean {
  const {code = ''} = error as NodeJS.ErrnoException;
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(code);
}
