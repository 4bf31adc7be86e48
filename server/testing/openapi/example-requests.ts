import {callerWith, organisation, type TestResponse} from '../certificates.ts';
import {cvrClaim} from '../issuer.ts';
import {skat, type TestService} from '../service.ts';
import type {Endpoint} from './document.ts';
import {targetOf} from './fuzz-requests.ts';

/** A request that the examples of the OpenAPI description make up, for `openapi-contract.test.ts`. Callers are organisations with certificates. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  /** By name. An array in `query` repeats its parameter. */
  readonly parts: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly caller: 'supplier' | 'authority' | 'stranger' | 'none';
}

/** The supplier and the company of the examples. */
export const supplier = '26911745';
export const company = '12345674';
/** A company without data and rights for others. */
export const stranger = '44556677';

/** Returns the example request of an operation. */
export async function exampleRequest(
  {path, method, operation}: Endpoint,
  {issuer}: TestService,
): Promise<ExampleRequest> {
  const examples = (location: string) =>
    Object.fromEntries(
      operation.parameters
        .filter(parameter => parameter.in === location && parameter.example !== undefined)
        .map(({name, example}) => [name, example]),
    );
  const schemes = operation.security.flatMap(Object.keys);
  const token =
    schemes.includes('adgangstoken') &&
    (await issuer.token('anna', {[cvrClaim]: company, roles: ['tavle-redaktoer']}));
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

/** Returns the same request with a valid certificate or token of another caller. */
export async function byStranger(call: ExampleRequest, {issuer}: TestService): Promise<ExampleRequest> {
  if (call.caller !== 'none') return {...call, caller: 'stranger'};
  const token = await issuer.token('bjorn', {[cvrClaim]: stranger});
  return {...call, headers: {authorization: `Bearer ${token}`}};
}

/** Returns a function that sends requests to a service with TLS. */
export async function createSender(url: string): Promise<(call: ExampleRequest) => Promise<TestResponse>> {
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
