import type {Context, Middleware} from 'koa';

/** What a handler tells of the change that it makes. */
export interface Change {
  /** Who calls: a CVR number, or a person by the token's owner claim. */
  readonly caller?: string;
  /** The company or supplier that it is done for, where that is another. */
  readonly onBehalfOf?: string | undefined;
  /** What is changed, by its id in the interface. */
  readonly id?: string | number | undefined;
}

/** A line of the audit log: who did what to what, when, and how it went; never what it holds. */
export interface AuditLine extends Change {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** The letter of the interface, A to E. */
  readonly interface: string;
  readonly method: string;
  /** The HTTP status of the answer. */
  readonly code: number;
}

const interfaces: readonly [start: string, letter: string][] = [
  ['/dia/1/', 'A'],
  ['/dia/2/', 'B'],
  ['/calendar/1/frister', 'C'],
  ['/dashboard/1/', 'D'],
  ['/calendar/1/virksomheder/', 'E'],
];

const writes = ['POST', 'PUT', 'DELETE'];

/** Adds to what the audit log says of a request. */
export function noteChange(context: Context, change: Change): void {
  const state = context.state as {change?: Change};
  state.change = {...state.change, ...change};
}

/** Writes one line for each request that would change something, whether it was let or not. */
export function audit(write: (line: AuditLine) => void): Middleware {
  return (context, next) => {
    if (!writes.includes(context.method)) return next();
    const [, letter] = interfaces.find(([start]) => context.path.startsWith(start)) ?? [];
    if (letter === undefined) return next();
    return next().then(() => {
      write({
        time: new Date().toISOString(),
        interface: letter,
        method: context.method,
        ...(context.state as {change?: Change}).change,
        code: context.status,
      });
    });
  };
}
