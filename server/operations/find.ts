import type {CallerKind, Interface, Params, ServedOperation} from './operation.ts';

/** An operation with its interface, and the parts of the path that it names. */
export interface Found<Services> {
  readonly shared: Interface<CallerKind, Services, unknown>;
  readonly operation: ServedOperation<Services, unknown>;
  /** The path as logs and metrics have it: `/calendar/1/frister/:id`. */
  readonly route: string;
  readonly params: Params;
}

/** Returns the operations of a path: one for each method. */
export type FindOperations<Services> = (path: string) => Found<Services>[];

interface Candidate<Services> extends Omit<Found<Services>, 'params'> {
  readonly segments: readonly Segment[];
}

/** A part of a path: a text, or what has a name and ends with a text. */
interface Segment {
  readonly name: string | undefined;
  readonly text: string;
}

/** Sorts operations by their number of segments, so that a path is compared with a few of them only. */
export function createFind<Services>(
  interfaces: readonly Interface<CallerKind, Services, unknown>[],
): FindOperations<Services> {
  const candidates = new Map<number, Candidate<Services>[]>();
  for (const shared of interfaces) {
    for (const operation of shared.operations) {
      const route = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
      const segments = operation.path.split('/').map(toSegment);
      const some = candidates.get(segments.length) ?? [];
      candidates.set(segments.length, [...some, {shared, operation, route, segments}]);
    }
  }

  return path => {
    const texts = path.split('/');
    const found: Found<Services>[] = [];
    for (const {segments, shared, operation, route} of candidates.get(texts.length) ?? []) {
      const params = match(segments, texts);
      if (params) found.push({shared, operation, route, params});
    }
    return found;
  };
}

function toSegment(segment: string): Segment {
  const [, name, text = segment] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
  return {name, text};
}

function match(segments: readonly Segment[], texts: readonly string[]): Params | undefined {
  const params: Record<string, string> = {};
  for (let place = 0; place < segments.length; place += 1) {
    const {name, text: expected} = segments[place] ?? {name: undefined, text: ''};
    const text = texts[place] ?? '';
    if (name === undefined) {
      if (text !== expected) return undefined;
    } else if (text.length > expected.length && text.endsWith(expected)) {
      params[name] = decode(text.slice(0, text.length - expected.length));
    } else {
      return undefined;
    }
  }
  return params;
}

/** A part with broken percent escapes stays as it is: no resource has such a name. */
function decode(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
