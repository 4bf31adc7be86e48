import {decodePart} from '../http/request/target.ts';
import type {CallerKind, Interface, Params, ServedOperation} from './operation.ts';

const parameter = /\{(\w+)\}/g;

/** What serves a path. */
export interface Found<Services> {
  readonly shared: Interface<CallerKind, Services, unknown>;
  /** By method, in capitals. */
  readonly operations: ReadonlyMap<string, ServedOperation<Services, unknown>>;
  /** The path in logs and metrics: `/calendar/1/frister/:id`. */
  readonly route: string;
  readonly params: Params;
}

/** Returns a function that finds what serves a path. */
export function createFind<Services>(
  interfaces: readonly Interface<CallerKind, Services, unknown>[],
): (path: string) => Found<Services> | undefined {
  const places = interfaces.flatMap(shared =>
    [...new Set(shared.operations.map(({path}) => path))].map(path => {
      const operations = shared.operations.filter(operation => operation.path === path);
      return {
        shared,
        operations: new Map(operations.map(each => [each.method.toUpperCase(), each])),
        route: routeOf(path),
        names: Array.from(path.matchAll(parameter), ([, name = '']) => name),
        pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(parameter, '([^/]+)')}$`),
      };
    }),
  );

  return path => {
    for (const {shared, operations, route, names, pattern} of places) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params: Record<string, string> = {};
      for (let place = 0; place < names.length; place += 1)
        params[names[place] ?? ''] = decodePart(match[place + 1] ?? '');
      return {shared, operations, route, params};
    }
    return undefined;
  };
}

/** Writes `{id}` as `:id`. */
export function routeOf(path: string): string {
  return path.replaceAll(parameter, ':$1');
}
