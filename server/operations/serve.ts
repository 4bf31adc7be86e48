import type {Context, Middleware} from 'koa';

import type {Admission} from '../http/request/admission.ts';
import {noteChange, recordChange} from '../http/middleware/audit.ts';
import {setRoute} from '../http/request/request-state.ts';
import {pathOf, queryOf} from '../http/request/target.ts';
import {sendJson} from '../http/response/etag.ts';
import {jsonType, send} from '../http/response/send.ts';
import {statusBody} from '../http/response/status-body.ts';
import type {OrganisationCheck, PersonCheck} from '../identity/callers.ts';
import {createFind, type Found} from './find.ts';
import type {CallerKind, Callers, Interface, Operation, ServedOperation} from './operation.ts';

export interface Gate {
  readonly personOf: PersonCheck;
  readonly organisationOf: OrganisationCheck;
  readonly enter: Admission['enter'];
}

/** Serves operations, and rejects other methods of their paths. Passes other paths to the next middleware. */
export function serveOperations<Services>(
  interfaces: readonly Interface<CallerKind, Services, unknown>[],
  services: Services,
  gate: Gate,
): Middleware {
  const find = createFind(interfaces);

  async function run(
    context: Context,
    {shared, params}: Found<Services>,
    operation: ServedOperation<Services, unknown>,
  ): Promise<void> {
    const isChange = operation.method !== 'get';
    if (isChange && shared.changeOf) noteChange(context, shared.changeOf(params));
    gate.enter(context);
    const caller = await identify(shared.caller, context, gate);
    if (isChange) noteChange(context, {caller: nameOf(caller)});
    const party = shared.admit(caller, params, services);
    const result = await operation.handle({context, party, params, query: queryOf(context)}, services);
    const recorded = isChange && recordChange(context, operation.response.status);
    if (recorded) await recorded;
    respond(context, operation, result);
  }

  return (context, next) => {
    const found = find(pathOf(context));
    if (!found) return next();
    setRoute(context, found.route);
    // Node.js omits the body of a response to HEAD.
    const operation = found.operations.get(context.method === 'HEAD' ? 'GET' : context.method);
    if (operation) return run(context, found, operation);
    refuseMethod(context, [...found.operations.keys()]);
    return undefined;
  };
}

/** The methods of HTTP (RFC 9110, section 9, and RFC 5789). */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

/** Responds to OPTIONS with the methods of a path, to other methods with 405, and to unknown ones with 501. */
function refuseMethod(context: Context, allowed: readonly string[]): void {
  context.set('Allow', allowed.flatMap(method => (method === 'GET' ? ['HEAD', 'GET'] : method)).join(', '));
  if (context.method === 'OPTIONS') context.body = '';
  else context.status = methods.includes(context.method) ? 405 : 501;
}

function identify(kind: CallerKind, context: Context, {personOf, organisationOf}: Gate) {
  if (kind === 'certificate') return organisationOf(context);
  return kind === 'token' ? personOf(context) : undefined;
}

/** Returns the caller's name in the audit log. */
function nameOf(caller: Callers[CallerKind]): string | undefined {
  return typeof caller === 'object' ? caller.owner : caller;
}

const plainHeaders = ['Cache-Control', 'no-store', ...jsonType];

function respond(context: Context, {response: {status, schema, headers}}: Operation, result: unknown): void {
  if (headers?.includes('ETag')) {
    if (result !== undefined) sendJson(context, result as object);
    return;
  }
  const isReceipt = schema === 'Kvittering' || typeof result === 'string';
  const body = JSON.stringify(isReceipt ? statusBody(status, result as string | undefined) : result);
  send(context, status, plainHeaders, body);
}
