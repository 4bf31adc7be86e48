import fc, {type Arbitrary} from 'fast-check';

import type {RawRequest} from '../raw-client.ts';
import type {createArbitraries, NamedArbitraries} from './arbitrary-of-schema.ts';
import type {Endpoint, ParameterObject} from './document.ts';

/** The path parameters of an existing resource, and the headers of a caller. For `fuzz.test.ts`; `mutations.ts` breaks the generated requests. */
export interface RequestContext {
  readonly parts: Readonly<Record<string, string>>;
  readonly headers: RawRequest['headers'];
}

type Values = ReturnType<typeof createArbitraries>;

/** Generates requests with the path of an existing resource and with `named` values. They should succeed. */
export function validRequests(
  endpoint: Endpoint,
  context: () => RequestContext,
  values: Values,
  named: NamedArbitraries,
): Arbitrary<RawRequest> {
  return requests(endpoint, values, named, ({name, in: location, schema}) => {
    if (location === 'path') return fc.constant(undefined).map(() => context().parts[name]);
    // Omitted: a generated entity tag never matches.
    if (name.startsWith('If-')) return undefined;
    return named[name] ?? values(schema);
  }).map(request => ({...request, headers: [...context().headers, ...request.headers]}));
}

/** Generates requests from the schemas of the OpenAPI description only. */
export function describedRequests(
  endpoint: Endpoint,
  context: () => RequestContext,
  values: Values,
): Arbitrary<RawRequest> {
  return requests(endpoint, values, {}, ({name, in: location, schema}) => {
    const generated = values(schema);
    if (location === 'path')
      return fc.oneof(
        fc.constant(undefined).map(() => context().parts[name]),
        generated,
      );
    if (location === 'header' && !('pattern' in schema)) return fc.string().map(text => text.trim());
    return generated;
  }).map(request => ({...request, headers: [...context().headers, ...request.headers]}));
}

function requests(
  {path, method, operation: {parameters, requestBody}}: Endpoint,
  values: Values,
  named: NamedArbitraries,
  valueOf: (parameter: ParameterObject) => Arbitrary<unknown> | undefined,
): Arbitrary<RawRequest> {
  const parametersIn = (location: ParameterObject['in']) => {
    const found = parameters.filter(parameter => parameter.in === location);
    const fields = found.flatMap(parameter => {
      const value = valueOf(parameter);
      return value ? [[parameter.name, value] as const] : [];
    });
    const requiredKeys = found.filter(({required}) => required).map(({name}) => name);
    return fc.record<Record<string, unknown>, string>(Object.fromEntries(fields), {
      requiredKeys,
      noNullPrototype: true,
    });
  };
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];

  return fc
    .record({
      parts: parametersIn('path'),
      query: parametersIn('query'),
      headers: parametersIn('header'),
      body: media ? values(media.schema, named) : fc.constant(undefined),
    })
    .map(({parts, query, headers, body}) => ({
      method: method.toUpperCase(),
      target: targetOf(path, parts, query),
      headers: [
        ...Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const),
        ...(type === undefined ? [] : [['content-type', type] as const]),
      ],
      ...(media && {body: Buffer.from(JSON.stringify(body))}),
    }));
}

/** Returns a path with its query. Repeats a parameter for an array. */
export function targetOf(
  path: string,
  parts: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const pairs = Object.entries(query).flatMap(([name, given]) =>
    [given].flat().map(value => [name, String(value)]),
  );
  return pairs.length ? `${filled}?${new URLSearchParams(pairs)}` : filled;
}
