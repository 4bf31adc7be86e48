import {Router} from '@koa/router';
import type {Context, Middleware} from 'koa';

import {noteChange} from '../http/middleware/audit.ts';
import {sendJson} from '../http/response/conditional.ts';
import {setRoute} from '../http/middleware/observe.ts';
import {receipt} from '../http/response/receipt.ts';
import type {OrganisationCheck, PersonCheck} from '../identity/callers.ts';
import type {CallerKind, Callers, Interface, Operation, Params} from './operation.ts';

/** Who says which caller a request has. */
export interface CallerChecks {
  readonly personOf: PersonCheck;
  readonly organisationOf: OrganisationCheck;
}

/** Requests on their way to a handler. */
export interface Gate extends CallerChecks {
  /** Counts a request among those in flight. @throws {Problem} 503 */
  readonly enter: (context: Context) => void;
}

/** Returns what serves all operations, and what refuses other methods of their paths. */
export function operationRoutes<Services>(
  interfaces: readonly Interface<CallerKind, Services, unknown>[],
  services: Services,
  gate: Gate,
): Middleware[] {
  const router = new Router({sensitive: true, strict: true});
  /** Those whose paths have no parts to be read, by method and path: found without a search. */
  const fixed = new Map<string, (context: Context) => Promise<void>>();

  for (const shared of interfaces) {
    for (const operation of shared.operations) {
      const {id, method, path} = operation;
      const run = async (context: Context, params: Params) => {
        gate.enter(context);
        const caller = await identify(shared.caller, context, gate);
        noteChange(context, {caller: nameOf(caller), ...shared.changeOf?.(params, caller)});
        const party = shared.admit(caller, params, services);
        respond(context, operation, await operation.handle({context, party, params}, services));
      };
      // `/calendar/1/frister/:id`, as logs and metrics have it.
      router[method](id, path.replaceAll(/\{(\w+)\}/g, ':$1'), context => run(context, context.params));
      if (path.includes('{')) continue;
      fixed.set(`${method.toUpperCase()} ${path}`, context => {
        setRoute(context, path);
        return run(context, {});
      });
    }
  }

  const direct: Middleware = async (context, next) => {
    const run = fixed.get(`${context.method} ${context.path}`);
    await (run ? run(context) : next());
  };
  return [direct, router.routes() as Middleware, router.allowedMethods() as Middleware];
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
