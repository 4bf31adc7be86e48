/* All limits of the service, for the code that enforces them and for the manual. */

/** The cause of the work that a bound limits. */
export type Cause = 'request' | 'connection' | 'caller' | 'process';

/** A row of the table of limits in the manual. */
export interface Bound {
  /** The name has the unit: `…Bytes…`, `…Ms`, `…PerMinute`, `…Share`; otherwise it is a count. */
  readonly value: number;
  /** The limited quantity, for the manual. */
  readonly what: string;
  /** The status of the response, or another effect, above the bound. */
  readonly beyond: string;
  /** The setting that overrides the value. */
  readonly setting?: string;
}

const KiB = 1024;
const MiB = 1024 * KiB;
const seconds = 1_000;

/**
 * Every fixed bound on the work that one request, one connection or one caller can cause, and the default of each bound that has a setting.
 */
export const boundTable = {
  request: {
    maxHeaderBytes: {
      value: 32 * KiB,
      what: 'Request line and headers: enough for a token with 1,000 companies',
      beyond: '431',
    },
    headersTimeoutMs: {value: 10 * seconds, what: 'Time until all headers have arrived', beyond: '408'},
    maxDeadlineBytes: {
      value: 16 * MiB,
      what: 'Body of a deadline, decompressed: enough for the CVR numbers of all Danish companies',
      beyond: '413',
    },
    maxVariantBytes: {value: MiB, what: 'Body of a form variant, decompressed', beyond: '413'},
    maxOrderBytes: {value: 16 * KiB, what: "Body of a person's order of apps, decompressed", beyond: '413'},
    maxMarkBytes: {
      value: 32 * KiB,
      what: 'Body of marks, decompressed: enough for 1,000 companies',
      beyond: '413',
    },
    maxMarkedDeadlines: {value: 200, what: 'Deadlines that one request marks', beyond: '422'},
    maxMarkedCompanies: {
      value: 1_000,
      what: 'Companies for which one request marks deadlines: the sum over the deadlines',
      beyond: '422',
    },
    maxMarks: {
      value: 5_000,
      what: 'Deadlines of one month that a company has marked, or that a person has read',
      beyond: '403',
    },
    maxPagePairs: {
      value: 4_000,
      what: 'Companies of the deadlines that a list builds in one step',
      beyond: 'built in further steps',
    },
    maxLinkBytes: {
      value: 128 * KiB,
      what: 'Body of a calendar link, or of a choice of mails, decompressed: enough for 1,000 companies with their names',
      beyond: '413',
    },
    maxJsonDepth: {value: 32, what: 'Nesting depth of a JSON body', beyond: '400'},
    maxJsonValues: {value: 20_000, what: 'Keys and values in a JSON body', beyond: '400'},
    maxSearchText: {value: 200, what: 'Characters of a search for forms (`soeg`)', beyond: '400'},
    maxSearchWords: {value: 8, what: 'Words of a search for forms', beyond: 'the others are ignored'},
    maxFormsPerPage: {value: 100, what: 'Forms in a response of interface F (`antal`)', beyond: '400'},
    maxEditBytes: {
      value: 16 * KiB,
      what: "Body of an editor's change of a form variant, decompressed",
      beyond: '413',
    },
    maxKeywordsLength: {
      value: 1_000,
      what: "Characters of an editor's keywords (`soegeord`), and of a suggestion in the list of editors",
      beyond: '422; a suggestion is cut',
    },
    maxExaminedForms: {
      value: 1_000,
      what: 'Form variants that the service reads for a page of interface G',
      beyond: 'the page ends, with `naeste`',
    },
    maxSearchWordBytes: {value: 40, what: 'UTF-8 bytes of a word of a search', beyond: 'the rest is ignored'},
    maxSearchedFieldLength: {
      value: 1_000,
      what: 'Characters of a field of a form that are searched',
      beyond: 'the others are not searched',
    },
    maxSearchedFormBytes: {
      value: 400,
      what: 'UTF-8 bytes of the words of a form that are searched: first the title, then the keywords and the short description',
      beyond: 'the others are not searched',
    },
    maxListItems: {value: 1_000, what: 'Items in a list of a form variant', beyond: '422'},
    maxRecipients: {
      value: 1_500_000,
      what: 'Recipients of a deadline (`modtagere`). An empty text means all companies',
      beyond: '422',
    },
    maxMessagesPerField: {
      value: 20,
      what: 'Error messages for a field and its nested fields',
      beyond: 'the others are left out',
    },
    requestTimeoutMs: {
      value: 600 * seconds,
      what: 'Time until the request has arrived, with its body',
      beyond: '408',
    },
    bodyTimeoutMs: {value: 15 * seconds, what: 'Base time until the body has arrived', beyond: '408'},
    bodyBytesPerSecond: {
      value: 32 * KiB,
      what: 'Body data that extends the base time by a second',
      beyond: '408',
    },
    maxDiscardedBodyBytes: {
      value: 32 * MiB,
      what: 'Body data that is read after the response to a refused request, so that the client can read the response',
      beyond: 'closed',
    },
    discardTimeoutMs: {
      value: 15 * seconds,
      what: 'Time after the response to a refused request until its body has arrived',
      beyond: 'closed',
    },
    maxUncountedBodyBytes: {
      value: 64 * KiB,
      what: 'Body that does not count towards the memory for bodies',
      beyond: 'counted',
    },
    maxSinglePassBytes: {value: MiB / 4, what: 'Response that is built in memory', beyond: 'streamed'},
    maxFormText: {
      value: 20_000,
      what: 'Characters of a text of a form variant without another maximum',
      beyond: '422',
    },
    maxMarkupElements: {value: 5_000, what: 'Elements in a field with markup', beyond: '422'},
    maxMarkupDepth: {value: 256, what: 'Nesting depth of elements in a field with markup', beyond: '422'},
    maxMarkupLevels: {
      value: 50_000,
      what: 'Sum of the nesting depths of all elements in a field with markup',
      beyond: '422',
    },
    maxTagReadings: {
      value: 4,
      what: 'Tags that a character of a field with markup belongs to, on average',
      beyond: '422',
    },
    maxPlainTextLength: {value: 10_000, what: 'Characters of a description in a feed', beyond: 'cut'},
    maxPageBytes: {
      value: MiB / 4,
      what: 'Size of the documents that a list reads from the store at a time, approximately',
      beyond: 'read in further steps',
    },
    maxPageLength: {
      value: 200,
      what: 'Documents that a list reads from the store at a time',
      beyond: 'read in further steps',
    },
    auditWriteTimeoutMs: {
      value: 1 * seconds,
      what: 'Time that a response waits for its line in the audit log',
      beyond: 'further changes get 503',
    },
    maxPermalinkAttempts: {
      value: 50,
      what: 'Form variants of an authority with the same title whose permalinks end with `_2`, `_3` …',
      beyond: 'the permalink ends with the registry id',
    },
    maxUpdateAttempts: {
      value: 20,
      what: 'Attempts to change a document that other clients change at the same time',
      beyond: '503',
    },
    maxInlineVariantBytes: {
      value: 4 * KiB,
      what: 'Form variant that is stored in one document',
      beyond: 'its long texts are stored separately',
    },
    maxChainCertificates: {
      value: 10,
      what: 'CA certificates that a client sends in a TLS handshake',
      beyond: 'the others are ignored',
    },
    maxTokenCompanies: {
      value: 1_000,
      what: 'Companies in the CVR claim of a token. Interfaces D and G ignore them',
      beyond: '401',
    },
  },
  connection: {
    handshakeTimeoutMs: {value: 10 * seconds, what: 'TLS handshake', beyond: 'closed'},
    keepAliveTimeoutMs: {value: 75 * seconds, what: 'Idle time between two requests', beyond: 'closed'},
    inactivityTimeoutMs: {
      value: 120 * seconds,
      what: 'Time without data during a request, for example because the client does not read the response',
      beyond: 'closed',
    },
    maxPipelinedRequests: {
      value: 100,
      what: 'Pipelined requests that wait. One is handled at a time',
      beyond: 'closed',
    },
  },
  caller: {
    maxCodesPerHour: {
      value: 3,
      what: 'Mails with a code to an address in an hour, in each process',
      beyond: '429',
    },
    maxCodesOfPersonPerHour: {
      value: 10,
      what: 'Mails with a code for a person in an hour, in each process',
      beyond: '429',
    },
    maxCodeTries: {value: 5, what: 'Attempts to confirm an address with a code', beyond: '422'},
    codeTimeMs: {
      value: 600 * seconds,
      what: 'Time in which a code confirms an address',
      beyond: '422',
    },
    maxLinksPerPerson: {value: 20, what: 'Calendar links of a person', beyond: '403'},
    maxFeedRequestsPerMinute: {value: 60, what: 'Requests for the feed of a calendar link', beyond: '429'},
    maxPublicRequestsPerMinute: {
      value: 6_000,
      what: 'Requests of interface F from an IP address other than a proxy’s, in each process',
      beyond: '429',
      setting: 'TAVLE_PUBLIC_RATE_LIMIT',
    },
    maxRequestsPerMinute: {
      value: 12_000,
      what: 'Requests of a person or an organisation, in each process',
      beyond: '429',
      setting: 'TAVLE_RATE_LIMIT',
    },
    // A person may open a deadline that each of 1,000 companies has on its own, mark it as done for all, and undo that.
    maxChangesPerMinute: {
      value: 3_000,
      what: 'Changes of a person, in each process, unless `TAVLE_RATE_LIMIT` is off',
      beyond: '429',
    },
    maxNetworkSearches: {
      value: 4,
      what: 'Searches for forms in progress from an IP address other than a proxy’s. `TAVLE_PUBLIC_RATE_LIMIT=off` switches the limit off',
      beyond: '429',
    },
    callerRequestShare: {
      value: 1 / 8,
      what: 'Share of the requests that the process can still accept. One request is always accepted',
      beyond: '429',
    },
    callerBodyShare: {
      value: 1 / 2,
      what: 'Share of the free memory for bodies. One body is always accepted',
      beyond: '429',
    },
    maxLongResponses: {value: 1, what: 'Streamed lists and feeds from one URL at a time', beyond: 'wait'},
    maxWaitingLongResponses: {
      value: 4,
      what: 'Streamed lists and feeds from one URL that wait',
      beyond: '429',
    },
    longResponseWaitMs: {
      value: 5 * seconds,
      what: 'Time that streamed lists and feeds wait, and that a read of a large form variant or deadline waits',
      beyond: '429; 503',
    },
    maxVariantsPerSupplier: {
      value: 20_000,
      what: 'Form variants of a supplier, deleted ones included',
      beyond: '403 for new ones',
    },
    maxSupplierBytes: {
      value: 1024 * MiB,
      what: 'Size of all form variants of a supplier',
      beyond: '403',
      setting: 'TAVLE_MAX_SUPPLIER_MB',
    },
    maxAuthorityBytes: {
      value: 10_240 * MiB,
      what: 'Size of all deadlines of an authority, with their recipients and idempotency keys',
      beyond: '403',
      setting: 'TAVLE_MAX_AUTHORITY_MB',
    },
    maxIdentityAgeMs: {
      value: 300 * seconds,
      what: 'Cache time of a verified token or client certificate',
      beyond: 'verified again',
    },
    maxRefusalAgeMs: {
      value: 10 * seconds,
      what: 'Cache time of a refused client certificate',
      beyond: 'verified again',
    },
  },
  process: {
    maxRememberedDocumentBytes: {value: 16 * MiB, what: 'Cache of parsed documents', beyond: 'parsed again'},
    maxListedForms: {
      value: 100_000,
      what: 'Published forms that a search knows, of about 5 KB each',
      beyond: 'those that changed last are not found',
    },
    maxSearches: {value: 500, what: 'Searches for forms in progress', beyond: '503'},
    longReadTurnMs: {
      value: 5,
      what: 'Time that a long list or feed is built before other requests run',
      beyond: 'it continues after those',
    },
    maxRememberedVersions: {
      value: 10_000,
      what: 'Cache of the versions of dashboards and marks',
      beyond: 'a change reads the document first',
    },
    storeTimeoutMs: {
      value: 2 * seconds,
      what: 'Time until Redis responds, or until LMDB commits',
      beyond: '503',
    },
    storeRetryTimeoutMs: {
      value: 30 * seconds,
      what: 'Time until Redis responds to a command of an operator, such as `tavle backup`',
      beyond: 'the command fails',
    },
    storeIdentityIntervalMs: {
      value: 1 * seconds,
      what: 'Time between a change and the last check of the store id',
      beyond: 'checked again',
    },
    drainTimeMs: {
      value: 2 * seconds,
      what: 'Time after SIGTERM in which connections are accepted',
      beyond: 'refused',
    },
    stopTimeoutMs: {
      value: 10 * seconds,
      what: 'Time from SIGTERM or SIGINT to the end of the process',
      beyond: 'requests in flight are aborted',
    },
    maxLogBufferBytes: {
      value: MiB,
      what: 'Log lines that wait for the reader of standard error',
      beyond: 'lost and counted',
    },
    maxRefusedAuditLinesPerMinute: {
      value: 100,
      what: 'Audit lines about refused requests of one caller, or of all unknown callers',
      beyond: 'counted in one line',
    },
    maxAuditTextLength: {value: 200, what: 'Characters of a text in an audit line', beyond: 'cut, with `…`'},
    refusalLogIntervalMs: {
      value: 10 * seconds,
      what: 'Time between two log lines with the same reason',
      beyond: 'counted in `leftOut` of the next line',
    },
    maxKeySetAgeMs: {
      value: 300 * seconds,
      what: 'Cache time of a key set from a URL',
      beyond: 'fetched again; requests do not wait for it',
    },
    maxKeySetBytes: {value: MiB, what: 'Key set, decompressed', beyond: 'the known keys stay in use'},
    maxKeys: {value: 100, what: 'Keys in the key set', beyond: 'the known keys stay in use'},
    keySetFetchTimeoutMs: {
      value: 5 * seconds,
      what: 'Time for a fetch of the key set',
      beyond: 'the known keys stay in use',
    },
    keySetIntervalMs: {
      value: seconds,
      what: 'Time between two fetches of the key set, or two checks of its file',
      beyond: 'the known keys stay in use',
    },
    maxRememberedTokenBytes: {
      value: 16 * MiB,
      what: 'Cache of verified tokens, of about 4 KB each; of 50 KB with 1,000 companies',
      beyond: 'the least recently used one is verified again',
    },
    maxRememberedCertificates: {
      value: 1_000,
      what: 'Cache of client certificates',
      beyond: 'the least recently used one is verified again',
    },
    maxNumber: {
      value: 1_000_000_000_000,
      what: 'Number of a deadline, or of a form variant in a registry id, that `tavle restore` accepts',
      beyond: 'exit code 1',
    },
    maxBackupLineBytes: {value: 64 * MiB, what: 'Line of a backup', beyond: 'exit code 1'},
    maxBackupLineValues: {
      value: 3_000_000,
      what: 'Values in a line of a backup',
      beyond: 'exit code 1',
    },
    maxBackupLineKeys: {value: 100_000, what: 'Keys in a line of a backup', beyond: 'exit code 1'},
    maxConnections: {
      value: 5_000,
      what: 'Open connections. A new one replaces an idle one of the network that has the most',
      beyond: 'closed',
      setting: 'TAVLE_MAX_CONNECTIONS',
    },
    maxRequests: {
      value: 2_000,
      what: 'Requests in flight, except health checks, metrics, scripts and schemas',
      beyond: '503',
      setting: 'TAVLE_MAX_REQUESTS',
    },
    maxBodyBytes: {
      value: 64 * MiB,
      what: 'Memory for the bodies of requests in flight, and for responses with many recipients or a large form variant',
      beyond: '503',
    },
  },
} satisfies Record<Cause, Record<string, Bound>>;

type Table = typeof boundTable;
type BoundName = {[Each in Cause]: keyof Table[Each]}[Cause];

/** The values of {@link boundTable} by name. */
export const bounds = Object.fromEntries(
  Object.values<Record<string, Bound>>(boundTable)
    .flatMap(group => Object.entries(group))
    .map(([name, {value}]) => [name, value]),
) as Readonly<Record<BoundName, number>>;
