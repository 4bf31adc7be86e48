import {callerWith, organisation, type TestResponse} from '../../testing/certificates.ts';
import {cvrClaim} from '../../testing/issuer.ts';
import {skat, type TestService} from '../../testing/service.ts';
import type {Placed} from './document.ts';
import {targetOf} from './fuzz-calls.ts';

/** A request, ready to be sent. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** By name; where a value is an array, the parameter is repeated. */
  readonly parts: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly caller: 'supplier' | 'authority' | 'stranger' | 'none';
}

/** The supplier and the company that the examples are about. */
export const supplier = '26911745';
const company = '12345674';
/** May do nothing at all for the others, and has nothing. */
export const stranger = '44556677';

/** The request that the document gives as an example. */
export async function exampleCall({path, method, operation}: Placed, {issuer}: TestService): Promise<Call> {
  const examples = (place: string) =>
    Object.fromEntries(
      operation.parameters
        .filter(parameter => parameter.in === place && parameter.example !== undefined)
        .map(({name, example}) => [name, example]),
    );
  const schemes = operation.security.flatMap(Object.keys);
  const token = schemes.includes('adgangstoken') && (await issuer.token('anna', {[cvrClaim]: company}));
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const certified = path.startsWith('/calendar/') ? 'authority' : 'supplier';
  return {
    method: method.toUpperCase(),
    path,
    parts: examples('path'),
    query: examples('query'),
    headers: token ? {authorization: `Bearer ${token}`} : {},
    ...(body && {body: body.example}),
    caller: schemes.includes('klientcertifikat') ? certified : 'none',
  };
}

/** The same by somebody who has a valid certificate or token, but no business there. */
export async function byStranger(call: Call, {issuer}: TestService): Promise<Call> {
  if (call.caller !== 'none') return {...call, caller: 'stranger'};
  const token = await issuer.token('bjorn', {[cvrClaim]: stranger});
  return {...call, headers: {authorization: `Bearer ${token}`}};
}

/** Sends calls to a service that speaks TLS. */
export async function createSender(url: string): Promise<(call: Call) => Promise<TestResponse>> {
  const callers = {
    supplier: callerWith(url, await organisation(supplier)),
    authority: callerWith(url, await organisation(skat)),
    stranger: callerWith(url, await organisation(stranger)),
    none: callerWith(url),
  };
  return ({method, path, parts, query, headers, body, caller}) => {
    return callers[caller](method, targetOf(path, parts, query), body, headers);
  };
}
