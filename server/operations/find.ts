import {decodePart} from '../http/request/target.ts';
import type {CallerKind, Interface, Params, ServedOperation} from './operation.ts';

const parameter = /\{(\w+)\}/g;

export interface Found<Services> {
  readonly shared: Interface<CallerKind, Services, unknown>;
  /** By method, in capitals. */
  readonly operations: ReadonlyMap<string, ServedOperation<Services, unknown>>;
  /** The path in logs and metrics: `/calendar/1/frister/:id`. */
  readonly route: string;
  readonly params: Params;
}

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
        pattern: patternOf(path),
        names: Array.from(path.matchAll(parameter), ([, name = '']) => name),
      };
    }),
  );
  // `/frister/ulaeste` precedes `/frister/{id}`, in any order of declaration.
  places.sort((one, other) => rankOf(one.route).localeCompare(rankOf(other.route)));

  const known = new Map(
    places
      .filter(({names}) => !names.length)
      .map(({shared, operations, route}) => [route, {shared, operations, route, params: {}}]),
  );

  const withParameters = places.filter(({names}) => names.length);

  return path => {
    const found = known.get(path);
    if (found) return found;
    for (const {shared, operations, route, pattern, names} of withParameters) {
      const match = pattern.exec(path);
      if (match) return {shared, operations, route, params: paramsOf(names, match)};
    }
    return undefined;
  };
}

/** Matches a path whose parameters are not empty. A parameter ends at a slash or at a suffix, as in `{id}.ics`. */
function patternOf(path: string): RegExp {
  const source = path.replaceAll('.', '\\.').replaceAll(parameter, '([^/]+)');
  return new RegExp(`^${source}$`);
}

function paramsOf(names: readonly string[], match: readonly string[]): Params {
  const params: Record<string, string> = {};
  let place = 0;
  for (const name of names) params[name] = decodePart(match[++place] ?? '');
  return params;
}

/** Returns a key that sorts fixed segments before parameters. */
function rankOf(route: string): string {
  return route.replaceAll(/\/[^/]*/g, segment => (segment.startsWith('/:') ? '1' : '0'));
}

/** Writes `{id}` as `:id`. */
export function routeOf(path: string): string {
  return path.replaceAll(parameter, ':$1');
}
