/** The cause of the work that a bound limits. */
export type Cause = 'request' | 'connection' | 'caller' | 'process';

/** A row of the manual's table of limits. */
export interface Bound {
  /** The name has the unit: `…Bytes…`, `…Ms`, `…PerMinute`, `…Share`; otherwise it is a count. */
  readonly value: number;
  /** The limited quantity in the manual. */
  readonly what: string;
  /** The response or effect beyond the bound. */
  readonly beyond: string;
  /** The setting that overrides the value. */
  readonly setting?: string;
}

const KiB = 1024;
const MiB = 1024 * KiB;
const seconds = 1_000;

/** Every fixed bound on the work that one request, one connection or one caller can cause, and the defaults of those that have a setting. */
export const boundTable = {
  request: {
    maxHeaderBytes: {value: 16 * KiB, what: 'Request line and headers', beyond: '431'},
    headersTimeoutMs: {value: 10 * seconds, what: 'Time until the headers are complete', beyond: '408'},
    maxDeadlineBytes: {
      value: 16 * MiB,
      what: 'Body of a deadline, also unpacked: room for the CVR numbers of all Danish companies',
      beyond: '413',
    },
    maxVariantBytes: {value: MiB, what: 'Body of a form variant, also unpacked', beyond: '413'},
    maxOrderBytes: {value: 16 * KiB, what: "Body of a person's order of apps, also unpacked", beyond: '413'},
    maxMarkBytes: {value: KiB, what: "Body of a company's marks, also unpacked", beyond: '413'},
    maxJsonDepth: {value: 32, what: 'Levels of lists and objects in a JSON body', beyond: '400'},
    maxJsonValues: {value: 20_000, what: 'Keys and values in a JSON body', beyond: '400'},
    maxSearchText: {value: 200, what: 'Characters of a search for forms (`soeg`)', beyond: '400'},
    maxSearchWords: {value: 8, what: 'Words of a search for forms', beyond: 'ignored'},
    maxFormsPerPage: {value: 100, what: 'Forms of one response of interface F (`antal`)', beyond: '400'},
    maxEditBytes: {
      value: 16 * KiB,
      what: "Body of an editor's change of a form variant, also unpacked",
      beyond: '413',
    },
    maxKeywordsLength: {
      value: 1_000,
      what: "Characters of an editor's keywords (`soegeord`), and of a suggestion in the editors' list",
      beyond: '422; a suggestion is cut',
    },
    maxExaminedForms: {
      value: 1_000,
      what: 'Form variants that one page of interface G looks at',
      beyond: 'the page ends before them, with `naeste`',
    },
    maxSearchWordBytes: {value: 40, what: 'UTF-8 bytes of one of these words', beyond: 'ignored'},
    maxSearchedFieldLength: {
      value: 1_000,
      what: 'Characters of each field of a form that a search finds it by',
      beyond: 'not found',
    },
    maxSearchedFormBytes: {
      value: 400,
      what: 'UTF-8 bytes of the words that a search finds a form by: first those of the title, then the keywords and the short description',
      beyond: 'not found',
    },
    maxListItems: {value: 1_000, what: 'Items in a list of a form variant', beyond: '422'},
    maxRecipients: {
      value: 1_500_000,
      what: 'Companies that a deadline names (`modtagere`); an empty text reaches all of them',
      beyond: '422',
    },
    maxMessagesPerField: {
      value: 20,
      what: 'Error messages for one field, those of its nested fields included',
      beyond: 'left out',
    },
    requestTimeoutMs: {
      value: 600 * seconds,
      what: 'Time until the request is complete, body included',
      beyond: '408',
    },
    bodyTimeoutMs: {
      value: 15 * seconds,
      what: 'Time until the body is complete, however little of it arrives',
      beyond: '408',
    },
    bodyBytesPerSecond: {
      value: 32 * KiB,
      what: 'Body data that extends this time by one second',
      beyond: '408',
    },
    maxUncountedBodyBytes: {
      value: 64 * KiB,
      what: 'Body that is admitted whatever memory other bodies occupy',
      beyond: 'counted',
    },
    maxSinglePassBytes: {
      value: MiB / 4,
      what: 'Response held in memory; longer lists and feeds are streamed',
      beyond: 'streamed',
    },
    maxFormText: {
      value: 20_000,
      what: 'Characters of a text of a form variant for which the interface has no maximum',
      beyond: '422',
    },
    maxMarkupElements: {
      value: 5_000,
      what: 'Elements that a browser makes of a field with markup',
      beyond: '422',
    },
    maxMarkupDepth: {value: 256, what: 'Elements within each other in a field with markup', beyond: '422'},
    maxMarkupLevels: {
      value: 50_000,
      what: 'Elements around all elements of a field with markup, added up',
      beyond: '422',
    },
    maxTagReadings: {
      value: 4,
      what: 'Tags that a character of a field with markup is part of, on average',
      beyond: '422',
    },
    maxPlainTextLength: {value: 10_000, what: 'Characters of one description in a feed', beyond: 'cut off'},
    maxPageBytes: {
      value: MiB / 4,
      what: 'Documents that a list reads from the store at a time, about',
      beyond: 'further pages',
    },
    maxPageLength: {
      value: 200,
      what: 'Documents that a list reads from the store at a time',
      beyond: 'further pages',
    },
    auditWriteTimeoutMs: {
      value: 1 * seconds,
      what: 'Time that a response waits until its line in the audit log is written',
      beyond: 'further changes get 503',
    },
    maxPermalinkAttempts: {
      value: 50,
      what: 'Form variants of the same title at one authority whose permalinks are numbered `_2`, `_3` …',
      beyond: 'the registry id is appended',
    },
    maxUpdateAttempts: {
      value: 20,
      what: 'Attempts to change a document that other processes keep changing at the same time',
      beyond: '503',
    },
    maxInlineVariantBytes: {
      value: 4 * KiB,
      what: "Form variant that is stored as one document; a larger one's long texts are stored apart, and no list reads them",
      beyond: 'stored apart',
    },
    maxChainCertificates: {
      value: 10,
      what: 'CA certificates that come with a client certificate in a TLS handshake',
      beyond: 'ignored',
    },
    maxTokenCompanies: {value: 100, what: 'Companies that the CVR claim of a token lists', beyond: '401'},
  },
  connection: {
    handshakeTimeoutMs: {value: 10 * seconds, what: 'TLS handshake', beyond: 'closed'},
    keepAliveTimeoutMs: {value: 75 * seconds, what: 'Idle time between two requests', beyond: 'closed'},
    inactivityTimeoutMs: {
      value: 120 * seconds,
      what: 'Time without a byte during a request, for example while the client does not read the response',
      beyond: 'closed',
    },
    maxPipelinedRequests: {
      value: 100,
      what: 'Pipelined requests that wait for the response before theirs; one is handled at a time',
      beyond: 'closed',
    },
  },
  caller: {
    maxFeedRequestsPerMinute: {value: 60, what: 'Requests for the feed of one subscription', beyond: '429'},
    maxWrongFeedSecretsPerMinute: {
      value: 30,
      what: 'Feed URLs without a subscription from one IP address; feeds with one are still served',
      beyond: '429',
    },
    maxPublicRequestsPerMinute: {
      value: 6_000,
      what: 'Requests of interface F from one IP address, in each process; behind a proxy, all requests come from one',
      beyond: '429',
      setting: 'TAVLE_PUBLIC_RATE_LIMIT',
    },
    maxRequestsPerMinute: {
      value: 12_000,
      what: 'Requests of a person or an organisation: more than a system sends one after the other, since old clients do not know 429',
      beyond: '429',
      setting: 'TAVLE_RATE_LIMIT',
    },
    callerRequestShare: {
      value: 1 / 8,
      what: 'Requests in flight, as a share of those that the process has left; one is always admitted',
      beyond: '429',
    },
    callerBodyShare: {
      value: 1 / 2,
      what: 'Memory for bodies, as a share of what the process has left; one body is always admitted',
      beyond: '429',
    },
    maxLongResponses: {
      value: 1,
      what: 'Lists and feeds that are too long to be held in memory and that a caller receives from one URL at a time',
      beyond: '429',
    },
    maxSupplierBytes: {
      value: 1024 * MiB,
      what: 'Form variants that a supplier stores',
      beyond: '403',
      setting: 'TAVLE_MAX_SUPPLIER_MB',
    },
    maxAuthorityBytes: {
      value: 10_240 * MiB,
      what: 'Deadlines that an authority stores, with their recipients and idempotency keys',
      beyond: '403',
      setting: 'TAVLE_MAX_AUTHORITY_MB',
    },
    maxIdentityAgeMs: {
      value: 300 * seconds,
      what: 'Time for which a verified token or client certificate is remembered',
      beyond: 'verified again',
    },
    maxRefusalAgeMs: {
      value: 10 * seconds,
      what: 'Time for which a refused client certificate is remembered',
      beyond: 'verified again',
    },
  },
  process: {
    maxRememberedDocumentBytes: {
      value: 16 * MiB,
      what: 'Documents that were read and are not parsed again while they are stored unchanged',
      beyond: 'parsed again',
    },
    maxListedFormBytes: {
      value: 64 * MiB,
      what: 'Memory for the published forms that a search knows: 1 KB and its list texts for each',
      beyond: 'the newest forms of the supplier that has most are not found',
    },
    maxSearchedBytes: {
      value: 4 * MiB,
      what: 'Words of all forms that a search knows, in UTF-8',
      beyond: 'the same',
    },
    maxSearches: {value: 500, what: 'Searches for forms in progress; they take turns', beyond: '503'},
    longReadTurnMs: {
      value: 5,
      what: 'Time that all lists and feeds together take before other requests run',
      beyond: 'the rest waits',
    },
    maxRememberedVersions: {
      value: 10_000,
      what: 'Documents of dashboards and marks whose newest version is known, so that a change need not read them first',
      beyond: 'read first',
    },
    storeTimeoutMs: {
      value: 2 * seconds,
      what: 'Time without a response from Redis, or without a commit of the embedded store while changes wait for one',
      beyond: '503',
    },
    storeIdentityIntervalMs: {
      value: 1 * seconds,
      what: 'Time between a change and the last check that the store is still the same one',
      beyond: 'checked again',
    },
    drainTimeMs: {
      value: 2 * seconds,
      what: 'Time after SIGTERM in which new connections are still accepted; `/health/ready` is 503',
      beyond: 'refused',
    },
    stopTimeoutMs: {
      value: 10 * seconds,
      what: 'Time from SIGTERM or SIGINT to the end of the process',
      beyond: 'requests in flight are cut off',
    },
    maxLogBufferBytes: {
      value: MiB,
      what: 'Log lines that wait for a slow reader of standard error',
      beyond: 'lost and counted',
    },
    maxRefusedAuditLinesPerMinute: {
      value: 100,
      what: 'Lines of the audit log about refused requests of one caller, or of all without valid credentials together, in a minute',
      beyond: 'counted in one line',
    },
    maxAuditTextLength: {
      value: 200,
      what: 'Characters of one text in a line of the audit log, such as an owner claim or an id',
      beyond: 'cut off, with `…`',
    },
    refusalLogIntervalMs: {
      value: 10 * seconds,
      what: 'Time between two log lines about requests that were refused for the same reason',
      beyond: 'counted in `leftOut` of the next line',
    },
    maxKeySetAgeMs: {
      value: 300 * seconds,
      what: "Age of the token issuer's key set from a URL",
      beyond: 'fetched again',
    },
    maxKeySetBytes: {
      value: MiB,
      what: "The token issuer's key set, unpacked",
      beyond: 'the known keys stay in use',
    },
    maxKeys: {value: 100, what: 'Keys in it', beyond: 'the known keys stay in use'},
    keySetFetchTimeoutMs: {
      value: 5 * seconds,
      what: 'Time for one fetch of the key set',
      beyond: 'the known keys stay in use',
    },
    keySetIntervalMs: {
      value: seconds,
      what: 'Time between two fetches of the key set, or two looks at its file',
      beyond: 'the known keys are used',
    },
    maxRememberedTokenBytes: {
      value: 16 * MiB,
      what: 'Remembered tokens, about 2 KB each',
      beyond: 'the longest unused is verified again',
    },
    maxRememberedCertificates: {
      value: 1_000,
      what: 'Remembered client certificates, accepted and refused ones',
      beyond: 'the longest unused is verified again',
    },
    maxNumber: {
      value: 1_000_000_000_000,
      what: 'Number of a deadline, or running number of a form variant, that `tavle restore` accepts: a thousand a second for thirty years',
      beyond: 'exit 1',
    },
    maxBackupLineBytes: {value: 64 * MiB, what: 'One line of a backup', beyond: 'exit 1'},
    maxConnections: {value: 5_000, what: 'Connections', beyond: 'closed', setting: 'TAVLE_MAX_CONNECTIONS'},
    maxRequests: {
      value: 2_000,
      what: 'Requests in flight, except health checks, metrics, public files and schemas',
      beyond: '503',
      setting: 'TAVLE_MAX_REQUESTS',
    },
    maxBodyBytes: {
      value: 64 * MiB,
      what: 'Memory for bodies of requests in flight, and for their responses with many recipients',
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
