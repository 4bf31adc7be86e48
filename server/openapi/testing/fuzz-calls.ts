import fc, {type Arbitrary} from 'fast-check';

import type {createArbitraries, Named} from './arbitrary-of-schema.ts';
import type {ParameterObject, Placed} from './document.ts';
import type {RawRequest} from '../../testing/raw-client.ts';

/** The parts of an address by name, and who calls. */
export interface Start {
  readonly parts: Readonly<Record<string, string>>;
  readonly headers: RawRequest['headers'];
}

type Values = ReturnType<typeof createArbitraries>;

/** Requests as the description has them, by somebody who knows what there is too: they should succeed. */
export function usefulCalls(
  placed: Placed,
  start: () => Start,
  values: Values,
  named: Named,
): Arbitrary<RawRequest> {
  return calls(placed, values, named, ({name, in: place, schema}) => {
    if (place === 'path') return fc.constant(undefined).map(() => start().parts[name]);
    // An entity tag that somebody makes up is never right.
    if (name.startsWith('If-')) return undefined;
    return named[name] ?? values(schema);
  }).map(request => ({...request, headers: [...start().headers, ...request.headers]}));
}

/** Requests of which somebody knows nothing but what the description says of their form. */
export function describedCalls(placed: Placed, start: () => Start, values: Values): Arbitrary<RawRequest> {
  return calls(placed, values, {}, ({name, in: place, schema}) => {
    const own = values(schema);
    if (place === 'path')
      return fc.oneof(
        fc.constant(undefined).map(() => start().parts[name]),
        own,
      );
    if (place === 'header' && !('pattern' in schema)) return fc.string().map(text => text.trim());
    return own;
  }).map(request => ({...request, headers: [...start().headers, ...request.headers]}));
}

function calls(
  {path, method, operation: {parameters, requestBody}}: Placed,
  values: Values,
  named: Named,
  valueOf: (parameter: ParameterObject) => Arbitrary<unknown> | undefined,
): Arbitrary<RawRequest> {
  const inPlace = (place: ParameterObject['in']) => {
    const here = parameters.filter(parameter => parameter.in === place);
    const fields = here.flatMap(parameter => {
      const value = valueOf(parameter);
      return value ? [[parameter.name, value] as const] : [];
    });
    const requiredKeys = here.filter(({required}) => required).map(({name}) => name);
    return fc.record<Record<string, unknown>, string>(Object.fromEntries(fields), {
      requiredKeys,
      noNullPrototype: true,
    });
  };
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];

  return fc
    .record({
      parts: inPlace('path'),
      query: inPlace('query'),
      headers: inPlace('header'),
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

/** Writes a path and a query; a parameter whose value is an array is repeated. */
export function targetOf(
  path: string,
  parts: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const pairs = Object.entries(query).flatMap(([name, given]) =>
    [given].flat().map(value => [name, String(value)]),
  );
  return pairs.length ? `${address}?${new URLSearchParams(pairs)}` : address;
}
