import {setTimeout as pause} from 'node:timers/promises';

import type {AppStates} from '../../server/dashboard/schema.ts';
import type {Caller} from '../../server/testing/certificates.ts';
import {type ExpectedState, newRecord, randomIdle, type TrackedRecord} from './expected-state.ts';
import type {Workload} from './workload.ts';

/* A workload for `test-system.ts`: persons turn apps on and off. An app of a person must have only one workload. */

const path = '/dashboard/1/apps/state';
export const apps = Array.from({length: 12}, (_, place) => `app-${place}`);
const everything = `${path}?${apps.map(app => `apps=${app}`).join('&')}`;

export interface DashboardOwner extends Workload {
  /** Repeats one change until it is acknowledged. */
  retryUntilAcknowledged(until: AbortSignal): Promise<void>;
}

/** Returns a person who turns apps on and off (interface D). All apps are off at first. @param own The apps. Other workloads may change the person's other apps. */
export function dashboardOwner(
  name: string,
  call: Caller,
  expected: ExpectedState,
  own: readonly string[] = apps,
): DashboardOwner {
  const records = own.map(app => Object.assign(newRecord(false), {app}));

  const turn = async (record: TrackedRecord<boolean> & {app: string}, on: boolean) =>
    (await expected.change(
      record,
      on,
      () => call('PUT', `${path}?app=${record.app}&activated=${on}`),
      200,
    )) !== undefined;

  return {
    async step() {
      const record = randomIdle(records);
      return record !== undefined && turn(record, !record.acknowledged);
    },

    async retryUntilAcknowledged(until) {
      const [record] = records;
      if (!record) return;
      const on = !record.acknowledged;
      while (!(await turn(record, on))) {
        until.throwIfAborted();
        await pause(20);
      }
    },

    async check() {
      const states = (await expected.read(() => call('GET', everything))).body as AppStates;
      for (const record of records) {
        expected.compare(record, states[record.app]?.state === 'active', `${record.app} of ${name}`);
      }
    },
  };
}

/** Returns a person who never changes an app. If an app is active, the service has stored another person's change here. */
export function dashboardBystander(call: Caller, expected: ExpectedState): Workload {
  return {
    step: () => Promise.resolve(false),
    async check() {
      const {text} = await expected.read(() => call('GET', everything));
      expected.verify(!text.includes('"active"'), 'wrong party', `A bystander sees ${text}`);
    },
  };
}
