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
  maxChainCertificates: {
    per: 'request',
    value: 10,
    unit: '',
    what: 'CA certificates that come with a client certificate',
    beyond: '401',
  },
  maxPathCertificates: {
    per: 'request',
    value: 4,
    unit: '',
    what: 'Certificates from a client certificate to a trusted CA, both included',
    beyond: '401',
  },
  maxSignatureChecks: {
    per: 'request',
    value: 20,
    unit: '',
    what: 'Signatures verified to find a path from a client certificate to a trusted CA',
    beyond: '401',
  },
  maxNameComparisons: {
    per: 'request',
    value: 2_000,
    unit: '',
    what: 'Names of a certificate times name constraints of a CA above it',
    beyond: '401',
  },
  maxRsaKeyBits: {
    per: 'request',
    value: 8_192,
    unit: '',
    what: 'Bits of an RSA key in the path of a client certificate; at least 2,048',
    beyond: '401',
  },
  maxIdentityAgeMs: {
    per: 'caller',
    value: 300 * seconds,
    unit: 'ms',
    what: 'Time for which a verified token or client certificate is remembered',
    beyond: 'verified again',
  },
  maxKeySetAgeMs: {
    per: 'process',
    value: 300 * seconds,
    unit: 'ms',
    what: "Age of the token issuer's key set from a URL",
    beyond: 'fetched again',
  },
  keySetFetchTimeoutMs: {
    per: 'process',
    value: 5 * seconds,
    unit: 'ms',
    what: 'Time for one fetch of the key set',
    beyond: 'the known keys stay in use',
  },
  keySetIntervalMs: {
    per: 'process',
    value: seconds,
    unit: 'ms',
    what: 'Time between two fetches of the key set, or two looks at its file',
    beyond: 'the known keys are used',
  },
  maxRememberedTokens: {
    per: 'process',
    value: 10_000,
    unit: '',
    what: 'Remembered tokens',
    beyond: 'the longest unused is verified again',
  },
  maxRememberedCertificates: {
    per: 'process',
    value: 1_000,
    unit: '',
    what: 'Remembered client certificates',
    beyond: 'the longest unused is verified again',
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
