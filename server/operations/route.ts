import type {Router} from '@koa/router';
import type {Context} from 'koa';

import {noteChange} from '../http/audit.ts';
import {sendJson} from '../http/conditional.ts';
import {receipt} from '../http/receipt.ts';
import type {OrganisationCheck, PersonCheck} from '../identity/callers.ts';
import type {CallerKind, Callers, Interface, Operation} from './operation.ts';

/** Who says which caller a request has. */
export interface CallerChecks {
  readonly personOf: PersonCheck;
  readonly organisationOf: OrganisationCheck;
}

/** Adds the operations of an interface to a router, each under its id. */
export function route<Services>(
  router: Router,
  shared: Interface<CallerKind, Services, unknown>,
  services: Services,
  checks: CallerChecks,
): void {
  for (const operation of shared.operations) {
    // `/calendar/1/frister/:id`, as logs and metrics have it.
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[operation.method](operation.id, path, async context => {
      const {params} = context;
      const caller = await identify(shared.caller, context, checks);
      noteChange(context, {caller: nameOf(caller), ...shared.changeOf?.(params, caller)});
      const party = shared.admit(caller, params, services);
      respond(context, operation, await operation.handle({context, party, params}, services));
    });
  }
}

function identify(kind: CallerKind, context: Context, {personOf, organisationOf}: CallerChecks) {
  if (kind === 'certificate') return organisationOf(context);
  return kind === 'token' ? personOf(context) : undefined;
}

/** What the audit log calls a caller. */
function nameOf(caller: Callers[CallerKind]): string | undefined {
  return typeof caller === 'object' ? caller.owner : caller;
}

function respond(context: Context, {answer: {status, schema, headers}}: Operation, result: unknown): void {
  if (headers?.includes('ETag')) {
    if (result !== undefined) sendJson(context, result);
    return;
  }
  const isReceipt = schema === 'Kvittering' || typeof result === 'string';
  context.status = status;
  context.set('Cache-Control', 'no-store');
  context.body = isReceipt ? receipt(status, result as string | undefined) : result;
}
