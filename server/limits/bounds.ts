/** What causes the work that a bound limits. */
export type Cause = 'request' | 'connection' | 'caller' | 'process';

/** One row of the table of limits in the manual. */
export interface Bound {
  readonly per: Cause;
  readonly value: number;
  readonly unit: 'bytes' | 'ms' | 'share' | '' | `per ${string}`;
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
  maxDeadlineBytes: {
    per: 'request',
    value: 16 * MiB,
    unit: 'bytes',
    what: 'Body of a deadline, also unpacked: room for the CVR numbers of all Danish companies',
    beyond: '413',
  },
  maxVariantBytes: {
    per: 'request',
    value: MiB,
    unit: 'bytes',
    what: 'Body of a form variant, also unpacked',
    beyond: '413',
  },
  maxMarkBytes: {
    per: 'request',
    value: KiB,
    unit: 'bytes',
    what: "Body of a company's marks, also unpacked",
    beyond: '413',
  },
  maxJsonDepth: {
    per: 'request',
    value: 32,
    unit: '',
    what: 'Levels of lists and objects in a JSON body',
    beyond: '400',
  },
  maxJsonValues: {
    per: 'request',
    value: 20_000,
    unit: '',
    what: 'Keys and values in a JSON body',
    beyond: '400',
  },
  maxListItems: {
    per: 'request',
    value: 1_000,
    unit: '',
    what: 'Items in a list of a form variant',
    beyond: '422',
  },
  maxRecipients: {
    per: 'request',
    value: 1_500_000,
    unit: '',
    what: 'Companies that a deadline names (`modtagere`); an empty text reaches all of them',
    beyond: '422',
  },
  maxMessagesPerField: {
    per: 'request',
    value: 20,
    unit: '',
    what: 'Error messages for one field, those of its nested fields included',
    beyond: 'left out',
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
  maxMarkupElements: {
    per: 'request',
    value: 5_000,
    unit: '',
    what: 'Elements that a browser makes of a field with markup, or as many as the field has characters if that is more',
    beyond: '422',
  },
  maxMarkupDepth: {
    per: 'request',
    value: 256,
    unit: '',
    what: 'Elements within each other in a field with markup',
    beyond: '422',
  },
  maxTagReadings: {
    per: 'request',
    value: 4,
    unit: '',
    what: 'Tags that a character of a field with markup is part of, on average',
    beyond: '422',
  },
  maxPlainTextLength: {
    per: 'request',
    value: 10_000,
    unit: '',
    what: 'Characters of one description in a feed',
    beyond: 'cut off',
  },
  maxFeedRequests: {
    per: 'caller',
    value: 60,
    unit: 'per minute',
    what: 'Requests for the feed of one subscription',
    beyond: '429',
  },
  maxWrongFeedSecrets: {
    per: 'caller',
    value: 30,
    unit: 'per minute',
    what: 'Feed URLs without a subscription from one IP address; feeds with one are still served',
    beyond: '429',
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
  maxRequestsPerMinute: {
    per: 'caller',
    value: 12_000,
    unit: 'per minute',
    what: 'Requests of a person or an organisation: more than a system sends one after the other, since old clients do not know 429',
    beyond: '429',
    setting: 'TAVLE_RATE_LIMIT',
  },
  callerRequestShare: {
    per: 'caller',
    value: 1 / 8,
    unit: 'share',
    what: 'Requests in flight, as a share of those that the process has left; one is always admitted',
    beyond: '429',
  },
  callerBodyShare: {
    per: 'caller',
    value: 1 / 2,
    unit: 'share',
    what: 'Memory for bodies, as a share of what the process has left; one body is always admitted',
    beyond: '429',
  },
  auditWriteTimeoutMs: {
    per: 'request',
    value: 1 * seconds,
    unit: 'ms',
    what: 'Time that a change waits for a slow reader of the audit log',
    beyond: '503, nothing is changed',
  },
  maxPermalinkAttempts: {
    per: 'request',
    value: 50,
    unit: '',
    what: 'Form variants of the same title at one authority whose permalinks are numbered `_2`, `_3` …',
    beyond: 'the registry id is appended',
  },
  maxUpdateAttempts: {
    per: 'request',
    value: 20,
    unit: '',
    what: 'Attempts to change a document that other processes keep changing at the same time',
    beyond: '503',
  },
  storeTimeoutMs: {
    per: 'process',
    value: 2 * seconds,
    unit: 'ms',
    what: 'Time without a response from Redis, or without a commit of the embedded store while changes wait for one',
    beyond: '503',
  },
  storeIdentityIntervalMs: {
    per: 'process',
    value: 1 * seconds,
    unit: 'ms',
    what: 'Time between a change and the last check that the store is still the same one',
    beyond: 'checked again',
  },
  maxLogBufferBytes: {
    per: 'process',
    value: MiB,
    unit: 'bytes',
    what: 'Log lines that wait for a slow reader of standard error',
    beyond: 'lost and counted',
  },
  refusalLogIntervalMs: {
    per: 'process',
    value: 10 * seconds,
    unit: 'ms',
    what: 'Time between two log lines about requests that were refused for the same reason',
    beyond: 'counted in `leftOut` of the next line',
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
  maxTokenCompanies: {
    per: 'request',
    value: 100,
    unit: '',
    what: 'Companies that the CVR claim of a token lists',
    beyond: '401',
  },
  maxRememberedCertificates: {
    per: 'process',
    value: 1_000,
    unit: '',
    what: 'Remembered client certificates',
    beyond: 'the longest unused is verified again',
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
