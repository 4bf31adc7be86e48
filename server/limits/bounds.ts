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
  maxSinglePassBytes: {
    per: 'request',
    value: MiB / 4,
    unit: 'bytes',
    what: 'Response held in memory; longer lists and feeds are streamed',
    beyond: 'streamed',
  },
  maxPageBytes: {
    per: 'request',
    value: MiB / 2,
    unit: 'bytes',
    what: 'Documents that a list reads from the store at a time, about',
    beyond: 'further pages',
  },
  maxPageLength: {
    per: 'request',
    value: 200,
    unit: '',
    what: 'Documents that a list reads from the store at a time',
    beyond: 'further pages',
  },
  maxInlineVariantBytes: {
    per: 'request',
    value: 4 * KiB,
    unit: 'bytes',
    what: "Form variant that is stored as one document; a larger one's long texts are stored apart, and no list reads them",
    beyond: 'stored apart',
  },
  maxSupplierBytes: {
    per: 'caller',
    value: 1024 * MiB,
    unit: 'bytes',
    what: 'Form variants that a supplier stores',
    beyond: '403',
    setting: 'TAVLE_MAX_SUPPLIER_MB',
  },
  maxAuthorityBytes: {
    per: 'caller',
    value: 10_240 * MiB,
    unit: 'bytes',
    what: 'Deadlines that an authority stores, with their recipients and idempotency keys',
    beyond: '403',
    setting: 'TAVLE_MAX_AUTHORITY_MB',
  },
  maxNumber: {
    per: 'process',
    value: 1_000_000_000_000,
    unit: '',
    what: 'Number of a deadline, or running number of a form variant, that `tavle restore` accepts: a thousand a second for thirty years',
    beyond: 'exit 1',
  },
  maxBackupLineBytes: {
    per: 'process',
    value: 64 * MiB,
    unit: 'bytes',
    what: 'One line of a backup',
    beyond: 'exit 1',
  },
  maxConnections: {
    per: 'process',
    value: 5_000,
    unit: '',
    what: 'Connections',
    beyond: 'closed',
    setting: 'TAVLE_MAX_CONNECTIONS',
  },
} satisfies Record<string, Bound>;

type BoundName = keyof typeof boundTable;

/** The values of {@link boundTable} by name. */
export const bounds = Object.fromEntries(
  Object.entries(boundTable).map(([name, {value}]) => [name, value]),
) as Readonly<Record<BoundName, number>>;
