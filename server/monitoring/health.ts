import type {AuditLog} from '../logs/audit-line.ts';
import {operationsFor} from '../operations/operation.ts';
import {type Store, StoreUnavailable} from '../store/store.ts';
import {errorBody} from '../http/problem.ts';
import {type Reply, uncached} from '../http/reply.ts';
import {statusBody} from '../http/status-body.ts';

export interface HealthServices {
  readonly store: Store;
  /** Default: no audit log. */
  readonly audit?: AuditLog | undefined;
  /** Returns whether the service is shutting down and thus not ready. */
  readonly stopping: () => boolean;
}

const operation = operationsFor<HealthServices, unknown>();

const ok = {status: 200 as const, schema: 'Kvittering', example: statusBody(200)};

export const healthOperations = [
  operation({
    method: 'get',
    id: 'erILive',
    path: '/health/live',
    summary: 'Check that the process responds',
    description: 'Never depends on the store.',
    response: {description: 'The process responds.', ...ok},
    handle: () => uncached(200, statusBody(200)),
  }),
  operation({
    method: 'get',
    id: 'kanLaese',
    path: '/health/readable',
    summary: 'Check that the service can serve reads',
    description:
      'For load balancers that keep sending requests while the store takes no changes: reads are served, and changes get 503.',
    response: {description: 'The service can serve reads, and maybe changes.', ...ok},
    refusals: {503: 'The store cannot be read.'},
    handle: (_, services) => report(services, store => store.ping()),
  }),
  operation({
    method: 'get',
    id: 'erKlar',
    path: '/health/ready',
    summary: 'Check that the service is ready',
    description:
      'For load balancers: reports whether the service can serve reads and changes. After the store has refused a change, it is ready again once ' +
      'a write succeeds.',
    response: {description: 'The service and its store are ready.', ...ok},
    refusals: {503: 'The store cannot be used, or the audit log cannot be written.'},
    handle: (_, services) =>
      report(services, async store => {
        await store.ping();
        await store.checkWritable();
        if (services.audit && !(await services.audit.isWritable()))
          throw new StoreUnavailable(undefined, 'The audit log cannot be written, so changes get 503.');
      }),
  }),
];

async function report(
  {store, stopping}: HealthServices,
  check: (store: Store) => Promise<void>,
): Promise<Reply> {
  const problem = stopping() ? 'The service is stopping.' : await problemOf(check(store));
  if (problem === undefined) return uncached(200, statusBody(200));
  return context => {
    context.set('Retry-After', '1');
    return uncached(503, errorBody(503, problem))(context);
  };
}

/** Returns why a check failed; `undefined` if it succeeded. */
async function problemOf(check: Promise<void>): Promise<string | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    return error instanceof StoreUnavailable ? error.message : 'The store is not available.';
  }
}
