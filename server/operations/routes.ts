/* Creates the routes of operations, with the checks before their handlers, for all interfaces and `monitoring.ts`. Add
 * a check of all operations to `run`. Keep the order of the checks: a caller must be authorised before the body is
 * read. A change must be in the audit log before its response is sent. */

import {Router} from '@koa/router';
import type {Context, Middleware} from 'koa';

import {bounds} from '../bounds.ts';
import type {Admission} from '../http/admission.ts';
import {noteChange, recordChange} from '../http/audit.ts';
import {createBodyReader} from '../http/body.ts';
import {createTurns} from '../http/caller-turns.ts';
import type {Cors} from '../http/cors.ts';
import {requireMatch} from '../http/etag.ts';
import {createQueryParser} from '../http/query.ts';
import {methods} from '../http/request-logging.ts';
import type {Reply} from '../http/reply.ts';
import {pathOf, queryOf} from '../http/target.ts';
import {validateAsync} from '../http/validate.ts';
import {refuseAllCertificates} from '../identity/certificate.ts';
import {refuseAllTokens} from '../identity/token.ts';
import {type CallerKind, callerKinds, type CountCall, type CredentialChecks, identify} from './callers.ts';
import type {Interface, RequestBody, ServedOperation} from './operation.ts';

/** The checks between a request and the handler of its operation. */
export interface Gate {
  readonly cors: Cors;
  /** Returns the middleware that records changes of an interface; `undefined` without an audit log. */
  readonly audit: (letter: string) => Middleware | undefined;
  readonly enter: Admission['enter'];
  readonly checks: CredentialChecks;
  readonly count: CountCall;
}

/** The gate of operations that serve anyone at any time. */
export const openGate: Gate = {
  cors: () => undefined,
  audit: () => undefined,
  enter: () => undefined,
  checks: {checkCertificate: refuseAllCertificates, checkToken: refuseAllTokens},
  count: () => undefined,
};

/**
 * Returns the routes of all operations of the interfaces. A method that no operation of a path has gets 405 or 501. If two routes match a path, the
 * one with fewer parameters serves it.
 */
export function createRoutes<Services>(
  interfaces: readonly Interface<CallerKind, Services, unknown>[],
  services: Services,
  gate: Gate,
): Middleware {
  const router = new Router({sensitive: true, strict: true, exclusive: 'specificity'});
  for (const shared of interfaces) {
    for (const route of new Set(shared.operations.map(patternOf))) {
      const operations = shared.operations.filter(operation => patternOf(operation) === route);
      const cors = gate.cors({...callerKinds[shared.caller], ...shared});
      const before = cors ? [cors] : [];
      const refuseOthers = refuseMethod(operations);
      const handlers = new Map(
        operations.map(operation => [
          operation.method.toUpperCase(),
          serve(shared, operation, services, gate),
        ]),
      );
      // One layer for all methods of a path: the router tries each layer for each request.
      router.all(route, ...before, (context: Context) => {
        const handle = handlers.get(context.method === 'HEAD' ? 'GET' : context.method) ?? refuseOthers;
        return handle(context);
      });
    }
  }
  const find = router.routes();
  return (context, next) => {
    // `context.path` of Koa replaces `\` by `/`.
    context.newRouterPath = pathOf(context);
    return find(context as Parameters<typeof find>[0], next) as Promise<unknown>;
  };
}

/** Returns the router's pattern: `/calendar/1/frister/:id` for `/calendar/1/frister/{id}`. */
function patternOf({path, route}: {readonly path: string; readonly route?: string}): string {
  return route ?? path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** A few hundred changes for many companies at once could fill the memory. */
const largeChanges = createTurns('changes for many companies run', bounds.listWaitMs);

/** Returns the function that serves an operation. */
function serve<Services>(
  shared: Interface<CallerKind, Services, unknown>,
  operation: ServedOperation<Services, unknown>,
  services: Services,
  gate: Gate,
): (context: Context) => Promise<void> {
  const parseQuery = operation.query && createQueryParser(operation.query);
  const readBody = operation.body && bodyReader(operation.body);
  const changes = operation.method !== 'get';
  const audit = changes && shared.letter ? gate.audit(shared.letter) : undefined;

  async function run(context: Context): Promise<void> {
    const params = context.params as Record<string, string>;
    if (changes && shared.changeOf) noteChange(context, shared.changeOf(params, operation));
    if (!shared.isAlwaysServed) gate.enter(context);
    const {caller, name} = await identify(shared.caller, context, gate);
    if (changes) noteChange(context, {caller: name});
    const preparation = shared.beforeEach?.(caller, services);
    if (preparation) await preparation;
    const party = shared.authorise(caller, params, services);
    const query = parseQuery?.(queryOf(context));
    const body = await readBody?.(context);
    const match = (exists: boolean, tags: () => readonly string[]) => requireMatch(context, exists, tags);
    const call = {context, party, params, query, body, requireMatch: match};
    const isLarge = (operation.companiesOf?.(party) ?? 0) > bounds.maxUnqueuedCompanies;
    const endTurn = isLarge ? await largeChanges.take(context) : undefined;
    let reply: Reply;
    try {
      reply = await operation.handle(call, services);
    } finally {
      endTurn?.();
    }
    const recorded = changes && recordChange(context, operation.response.status ?? 200);
    if (recorded) await recorded;
    await reply(context);
  }

  return audit ? context => audit(context, () => run(context)) as Promise<void> : run;
}

function bodyReader({schema, maxBytes, isCheckedByHandler}: RequestBody) {
  const read = createBodyReader(maxBytes);
  return isCheckedByHandler ? read : async (context: Context) => validateAsync(schema, await read(context));
}

/** Returns a handler for the other methods of a path: OPTIONS gets the methods of the operations, a known method 405, and an unknown one 501. */
function refuseMethod(operations: readonly {readonly method: string}[]): (context: Context) => Promise<void> {
  const allowed = new Set(operations.map(({method}) => method.toUpperCase()));
  const allow = [...allowed].flatMap(method => (method === 'GET' ? ['HEAD', 'GET'] : method)).join(', ');
  return context => {
    context.set('Allow', allow);
    if (context.method === 'OPTIONS') context.body = '';
    else context.status = methods.includes(context.method) ? 405 : 501;
    return Promise.resolve();
  };
}
