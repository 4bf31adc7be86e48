/** What causes the work that a bound limits. */
export type Cause = 'request' | 'connection' | 'caller' | 'process';

/** One row of the table of limits in the manual. */
export interface Bound {
  readonly per: Cause;
  readonly value: number;
  readonly unit: 'bytes' | 'ms' | 'seconds' | '' | `per ${string}`;
  /** What is limited, as the manual says it. */
  readonly what: string;
  /** What a client gets beyond the bound. */
  readonly beyond: string;
  /** The setting that overrides the value. */
  readonly setting?: string;
}

const KiB = 1024;
const MiB = 1024 * KiB;
const seconds = 1_000;

/** Every fixed bound on the work that one request, one connection or one caller can cause, and the defaults of those that have a setting. */
export const boundTable = {
  maxHeaderBytes: {
    per: 'request',
    value: 16 * KiB,
    unit: 'bytes',
    what: 'Request line and headers',
    beyond: '431',
  },
  headersTimeoutMs: {
    per: 'request',
    value: 10 * seconds,
    unit: 'ms',
    what: 'Time until the headers are complete',
    beyond: '408',
  },
  requestTimeoutMs: {
    per: 'request',
    value: 600 * seconds,
    unit: 'ms',
    what: 'Time until the request is complete, body included',
    beyond: '408',
  },
  bodyTimeoutMs: {
    per: 'request',
    value: 15 * seconds,
    unit: 'ms',
    what: 'Time until the body is complete, however little of it arrives',
    beyond: '408',
  },
  bodyBytesPerSecond: {
    per: 'request',
    value: 32 * KiB,
    unit: 'bytes',
    what: 'Body data that extends this time by one second',
    beyond: '408',
  },
  maxUncountedBodyBytes: {
    per: 'request',
    value: 64 * KiB,
    unit: 'bytes',
    what: 'Body that is admitted whatever memory other bodies occupy',
    beyond: 'counted',
  },
  maxSinglePassBytes: {
    per: 'request',
    value: MiB / 4,
    unit: 'bytes',
    what: 'Response held in memory; longer lists and feeds are streamed',
    beyond: 'streamed',
  },
  handshakeTimeoutMs: {
    per: 'connection',
    value: 10 * seconds,
    unit: 'ms',
    what: 'TLS handshake',
    beyond: 'closed',
  },
  keepAliveTimeoutMs: {
    per: 'connection',
    value: 75 * seconds,
    unit: 'ms',
    what: 'Idle time between two requests',
    beyond: 'closed',
  },
  inactivityTimeoutMs: {
    per: 'connection',
    value: 120 * seconds,
    unit: 'ms',
    what: 'Time without a byte during a request, for example while the client does not read the response',
    beyond: 'closed',
  },
  maxPipelinedRequests: {
    per: 'connection',
    value: 100,
    unit: '',
    what: 'Pipelined requests that wait for the response before theirs; one is handled at a time',
    beyond: 'closed',
  },
  callerRequestShare: {
    per: 'caller',
    value: 1 / 8,
    unit: 'per free request',
    what: 'Requests in flight, in proportion to what the process has left; one is always admitted',
    beyond: '429',
  },
  callerBodyShare: {
    per: 'caller',
    value: 1 / 2,
    unit: 'per free byte',
    what: 'Memory for bodies, in proportion to what the process has left; one body is always admitted',
    beyond: '429',
  },
  maxConnections: {
    per: 'process',
    value: 5_000,
    unit: '',
    what: 'Connections',
    beyond: 'closed',
    setting: 'TAVLE_MAX_CONNECTIONS',
  },
  maxRequests: {
    per: 'process',
    value: 2_000,
    unit: '',
    what: 'Requests in flight, except health checks, metrics, public files and schemas',
    beyond: '503',
    setting: 'TAVLE_MAX_REQUESTS',
  },
  maxBodyBytes: {
    per: 'process',
    value: 64 * MiB,
    unit: 'bytes',
    what: 'Memory for bodies of requests in flight',
    beyond: '503',
  },
} satisfies Record<string, Bound>;

type BoundName = keyof typeof boundTable;

/** The values of {@link boundTable} by name. */
export const bounds = Object.fromEntries(
  Object.entries(boundTable).map(([name, {value}]) => [name, value]),
) as Readonly<Record<BoundName, number>>;
