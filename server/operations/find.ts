import {decodePart} from '../http/request/target.ts';
import type {CallerKind, Interface, Params, ServedOperation} from './operation.ts';

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
        segments: path.split('/').map(toSegment),
      };
    }),
  );
  // A fixed segment precedes a parameter, in any order of declaration: `/forms/new` precedes `/forms/{id}`.
  places.sort((one, other) => rankOf(one.route).localeCompare(rankOf(other.route)));

  const known = new Map(
    places
      .filter(({segments}) => segments.every(({name}) => name === undefined))
      .map(({shared, operations, route}) => [route, {shared, operations, route, params: {}}]),
  );

  return path => {
    const found = known.get(path);
    if (found) return found;
    const texts = path.split('/');
    for (const {shared, operations, route, segments} of places) {
      const params = segments.length === texts.length ? match(segments, texts) : undefined;
      if (params) return {shared, operations, route, params};
    }
    return undefined;
  };
}

/** A segment of a path: a text, or a parameter with a suffix. */
interface Segment {
  readonly name: string | undefined;
  readonly text: string;
}

function toSegment(segment: string): Segment {
  const [, name, text = segment] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
  return {name, text};
}

function match(segments: readonly Segment[], texts: readonly string[]): Params | undefined {
  const params: Record<string, string> = {};
  let place = 0;
  for (const {name, text: expected} of segments) {
    const text = texts[place++] ?? '';
    if (name === undefined && text !== expected) return undefined;
    if (name === undefined) continue;
    if (text.length <= expected.length || !text.endsWith(expected)) return undefined;
    params[name] = decodePart(text.slice(0, text.length - expected.length));
  }
  return params;
}

/** Returns a key that sorts fixed segments before parameters. */
function rankOf(route: string): string {
  return route.replaceAll(/\/[^/]*/g, segment => (segment.startsWith('/:') ? '1' : '0'));
}

/** Writes `{id}` as `:id`. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
