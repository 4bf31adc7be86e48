/* All limits of the service, for the code that enforces them and for the manual. Change or add a limit in `boundTable`,
 * run `npm run docs`, and search `docs/` and messages for the old value. Settings replace some of the values. */

/** The cause of the work that a bound limits. */
export type Cause = 'request' | 'connection' | 'caller' | 'process';

/**
 * A row of the table of limits in the manual: the value; the limited quantity; the status of the response, or another effect, above the bound; and
 * the setting that overrides the value. The name has the unit: `…Bytes…`, `…Ms`, `…PerMinute`, `…Share`; otherwise the value is a count.
 */
export type Bound = readonly [value: number, what: string, beyond: string, setting?: string];

const KiB = 1024;
const MiB = 1024 * KiB;
const seconds = 1_000;

/** Every fixed bound on the work that one request, one connection or one caller can cause, and the default of each bound that has a setting. */
export const boundTable = {
  request: {
    maxHeaderBytes: [32 * KiB, 'Request line and headers: enough for a token with 1,000 companies', '431'],
    headersTimeoutMs: [10 * seconds, 'Time until all headers have arrived', '408'],
    maxDeadlineBytes: [16 * MiB, 'Body of a deadline, decompressed: enough for all Danish companies', '413'],
    maxVariantBytes: [MiB, 'Body of a form variant, decompressed', '413'],
    maxOrderBytes: [16 * KiB, "Body of a person's order of apps, decompressed", '413'],
    maxMarkBytes: [
      32 * KiB,
      'Body of marks, decompressed: enough for 1,000 companies in JSON without white space',
      '413',
    ],
    maxMarkedDeadlines: [200, 'Deadlines that one request marks', '422'],
    maxMarkedCompanies: [
      1_000,
      'Companies in one request that marks deadlines: the sum over the deadlines',
      '422',
    ],
    maxMarks: [5_000, 'Deadlines of one month that a company has marked, or that a person has read', '403'],
    maxPagePairs: [
      4_000,
      'Companies that a list of deadlines adds in one step, counted once for each deadline',
      'added in more steps',
    ],
    maxLinkBytes: [
      128 * KiB,
      'Body of a calendar link, or of a choice of mails, decompressed: enough for 1,000 companies with their names',
      '413',
    ],
    maxJsonDepth: [32, 'Nesting depth of a JSON body', '400'],
    maxJsonValues: [20_000, 'Keys and values in a JSON body', '400'],
    maxSearchText: [200, 'Characters of a search for forms (`soeg`)', '400'],
    maxSearchWords: [8, 'Words of a search for forms', 'the others are ignored'],
    maxFormsPerPage: [100, 'Forms in a response of Published forms (F) (`antal`)', '400'],
    maxEditBytes: [16 * KiB, "Body of an editor's change of a form variant, decompressed", '413'],
    maxKeywordsLength: [
      1_000,
      "Characters of an editor's keywords (`soegeord`), and of a supplier's suggestion in an editor's list",
      '422; a suggestion is cut',
    ],
    maxExaminedForms: [
      1_000,
      'Form variants that the service reads for a page of Editors (G)',
      'the page ends early; `naeste` leads to the rest',
    ],
    maxSearchWordBytes: [40, 'UTF-8 bytes of a word of a search', 'the rest is ignored'],
    maxSearchedFieldLength: [
      1_000,
      'Characters of each field of a form that a search reads',
      'the others are not searched',
    ],
    maxSearchedFormBytes: [
      400,
      'UTF-8 bytes of the words of a form that Published forms (F) searches: first the title, then the keywords and the short description',
      'the others are not searched',
    ],
    maxListItems: [1_000, 'Items in a list of a form variant', '422'],
    maxRecipients: [
      1_500_000,
      'Recipients of a deadline (`modtagere`). An empty text means all companies',
      '422',
    ],
    maxMessagesPerField: [20, 'Error messages for a field and its nested fields', 'the others are left out'],
    requestTimeoutMs: [600 * seconds, 'Time until the whole request has arrived', '408'],
    bodyTimeoutMs: [15 * seconds, 'Time until the body has arrived, without the extension below', '408'],
    bodyBytesPerSecond: [32 * KiB, 'Body data that extends this time by a second', '408'],
    maxDiscardedBodyBytes: [
      32 * MiB,
      'Body data that the service still reads after it has refused the request',
      'closed',
    ],
    discardTimeoutMs: [
      15 * seconds,
      'Time that the service waits for the rest of the body of a refused request',
      'closed',
    ],
    maxUncountedBodyBytes: [
      64 * KiB,
      'Size up to which a body does not count towards the memory for bodies',
      'counted',
    ],
    maxSinglePassBytes: [MiB / 4, 'Size up to which a response is built in memory', 'streamed'],
    maxFormText: [20_000, 'Characters of a text of a form variant without another maximum', '422'],
    maxMarkupElements: [5_000, 'Elements in a field with markup', '422'],
    maxMarkupDepth: [256, 'Nesting depth of elements in a field with markup', '422'],
    maxMarkupLevels: [50_000, 'Sum of the nesting depths of all elements in a field with markup', '422'],
    maxTagReadings: [
      4,
      'Total length of all tags in a field with markup, including tags inside tags, divided by the length of the field',
      '422',
    ],
    maxPlainTextLength: [10_000, 'Characters of a description in a feed', 'cut'],
    maxPageBytes: [
      MiB / 4,
      'Size of the documents that a list reads from the store at a time, approximately',
      'read in more steps',
    ],
    maxPageLength: [200, 'Documents that a list reads from the store at a time', 'read in more steps'],
    auditWriteTimeoutMs: [
      1 * seconds,
      'Time that a response waits until its audit line is written',
      'further changes get 503',
    ],
    maxPermalinkAttempts: [
      50,
      'Form variants of an authority with the same title whose permalinks end with `_2`, `_3` …',
      'the permalink ends with the registry id',
    ],
    maxUpdateAttempts: [
      20,
      'Attempts to change a document that other requests change at the same time',
      '503',
    ],
    maxInlineVariantBytes: [
      4 * KiB,
      'Size of a form variant that is stored in one document',
      'its long texts are stored separately',
    ],
    maxChainCertificates: [
      10,
      'CA certificates that a client sends in a TLS handshake',
      'the others are ignored',
    ],
    maxTokenCompanies: [
      1_000,
      'Companies in the CVR claim of a token. Dashboard (D) and Editors (G) ignore this claim',
      '401',
    ],
  },
  connection: {
    handshakeTimeoutMs: [10 * seconds, 'TLS handshake', 'closed'],
    keepAliveTimeoutMs: [75 * seconds, 'Idle time between two requests', 'closed'],
    inactivityTimeoutMs: [120 * seconds, 'Time without data during a request or response', 'closed'],
    maxPipelinedRequests: [100, 'Pipelined requests that wait. One is handled at a time', 'closed'],
  },
  caller: {
    maxCodesPerHour: [3, 'Mails with a code to an address in an hour, in each process', '429'],
    maxCodesOfPersonPerHour: [10, 'Mails with a code for a person in an hour, in each process', '429'],
    maxCodeTries: [5, 'Attempts to confirm an address with a code', '422'],
    codeTimeMs: [600 * seconds, 'Time in which a code confirms an address', '422'],
    maxLinksPerPerson: [20, 'Calendar links of a person', '403'],
    maxFeedRequestsPerMinute: [60, 'Requests for the feed of a calendar link, in each process', '429'],
    maxPublicRequestsPerMinute: [
      6_000,
      'Requests of Published forms (F) from an IP address other than a proxy’s, in each process',
      '429',
      'TAVLE_PUBLIC_RATE_LIMIT',
    ],
    maxRequestsPerMinute: [
      12_000,
      'Requests of a person or an organisation, in each process',
      '429',
      'TAVLE_RATE_LIMIT',
    ],
    // Enough for a program that marks 1,000 deadlines as read, then as done, and then undoes that, with a request for each mark.
    maxChangesPerMinute: [
      3_000,
      'Changes of a person, in each process, unless `TAVLE_RATE_LIMIT` is off',
      '429',
    ],
    maxNetworkSearches: [
      4,
      'Searches for forms in progress from an IP address other than a proxy’s, unless `TAVLE_PUBLIC_RATE_LIMIT` is off',
      '429',
    ],
    callerRequestShare: [
      1 / 8,
      'Requests of one caller in flight, as a share of those that the process can still accept. One request is always accepted',
      '429',
    ],
    callerBodyShare: [
      1 / 2,
      'Size of the bodies of one caller, or of its streamed lists, as a share of the free memory for them. One body and one list are always accepted',
      '429',
    ],
    maxLongResponses: [1, 'Streamed lists and feeds from one URL at a time', 'wait'],
    maxWaitingLongResponses: [4, 'Streamed lists and feeds from one URL that wait', '429'],
    longResponseWaitMs: [
      5 * seconds,
      'Time that a streamed list or feed (429), or a read of a large form variant or deadline (503), waits for others',
      '429; 503',
    ],
    listWaitMs: [
      30 * seconds,
      'Time that a list or feed of several companies waits for other lists, or a change for many companies for other changes',
      '503',
    ],
    maxUnqueuedCompanies: [
      50,
      'Companies of a person up to which changes of marks and calendar links are not queued',
      'queued',
    ],
    maxVariantsPerSupplier: [
      20_000,
      'Form variants of a supplier, including deleted ones',
      '403 for new ones',
    ],
    maxSupplierBytes: [
      1024 * MiB,
      'Size of all form variants of a supplier, including deleted ones',
      '403',
      'TAVLE_MAX_SUPPLIER_MB',
    ],
    maxAuthorityBytes: [
      10_240 * MiB,
      'Size of all deadlines of an authority, with their recipients and idempotency keys',
      '403',
      'TAVLE_MAX_AUTHORITY_MB',
    ],
    maxIdentityAgeMs: [300 * seconds, 'Cache time of a verified token', 'verified again'],
  },
  process: {
    maxRememberedDocumentBytes: [16 * MiB, 'Cache of parsed documents', 'parsed again'],
    maxListedForms: [
      100_000,
      'Published forms that a search knows, with about 5 KB of memory each',
      'forms that changed last are not found',
    ],
    maxSearches: [500, 'Searches for forms in progress', '503'],
    longReadTurnMs: [
      5,
      'Time for which the process builds a long list or feed before it lets other requests run',
      'it continues after them',
    ],
    maxRememberedVersions: [
      10_000,
      'Documents that the process remembers after it wrote them, such as dashboards and marks',
      'the next change reads the document first',
    ],
    storeTimeoutMs: [2 * seconds, 'Time until Redis responds, or until LMDB commits', '503'],
    storeRetryTimeoutMs: [
      30 * seconds,
      'Time until Redis responds to a command of an operator, such as `tavle backup`',
      'the command fails',
    ],
    storeIdentityIntervalMs: [
      1 * seconds,
      'Time since the last check of the store id',
      'a change checks it first',
    ],
    drainTimeMs: [2 * seconds, 'Time after SIGTERM during which the service accepts connections', 'refused'],
    stopTimeoutMs: [10 * seconds, 'Time from SIGTERM or SIGINT to exit', 'requests in flight are aborted'],
    maxLogBufferBytes: [MiB, 'Log lines that wait for the reader of standard error', 'lost and counted'],
    maxRefusedAuditLinesPerMinute: [
      100,
      'Audit lines about refused requests of one caller, or of all unknown callers',
      'counted in one line',
    ],
    maxAuditTextLength: [200, 'Characters of a text in an audit line', 'cut, with `…`'],
    refusalLogIntervalMs: [
      10 * seconds,
      'Time between two log lines with the same reason',
      'lines that come sooner are counted in `leftOut` of the next one',
    ],
    maxKeySetAgeMs: [300 * seconds, 'Cache time of a key set from a URL', 'fetched again in the background'],
    maxKeySetBytes: [MiB, 'Key set, decompressed', 'the known keys stay in use'],
    maxKeys: [100, 'Keys in the key set', 'the known keys stay in use'],
    keySetFetchTimeoutMs: [5 * seconds, 'Time for a fetch of the key set', 'the known keys stay in use'],
    keySetIntervalMs: [
      seconds,
      'Minimum time between two fetches of the key set, or two checks of its file',
      'the known keys stay in use',
    ],
    maxRememberedTokenBytes: [
      16 * MiB,
      'Cache of verified tokens (about 4 KB each, 50 KB with 1,000 companies)',
      'the least recently used one is verified again',
    ],
    maxRememberedCertificates: [
      1_000,
      'Cache of client certificates that proxies send',
      'the least recently used one is verified again',
    ],
    maxNumber: [
      1_000_000_000_000,
      'Number of a deadline, or of a form variant in a registry id, that `tavle restore` accepts',
      'exit code 1',
    ],
    maxBackupLineBytes: [64 * MiB, 'Line of a backup', 'exit code 1'],
    maxBackupLineValues: [3_000_000, 'Values in a line of a backup', 'exit code 1'],
    maxBackupLineKeys: [100_000, 'Keys in a line of a backup', 'exit code 1'],
    maxConnections: [5_000, 'Open connections', 'closed', 'TAVLE_MAX_CONNECTIONS'],
    maxRequests: [
      2_000,
      'Requests in flight, except health checks, metrics, scripts and schemas',
      '503',
      'TAVLE_MAX_REQUESTS',
    ],
    maxListBytes: [
      64 * MiB,
      'Memory for streamed lists and feeds: about 4 KB for each company of a list',
      '503',
    ],
    maxBodyBytes: [
      64 * MiB,
      'Memory for the bodies of requests in flight, and for responses with many recipients or a large form variant',
      '503',
    ],
  },
} satisfies Record<Cause, Readonly<Record<string, Bound>>>;

type Table = typeof boundTable;
type BoundName = {[Each in Cause]: keyof Table[Each]}[Cause];

/** The values of {@link boundTable} by name. */
export const bounds = Object.fromEntries(
  Object.values<Record<string, Bound>>(boundTable)
    .flatMap(group => Object.entries(group))
    .map(([name, [value]]) => [name, value]),
) as Readonly<Record<BoundName, number>>;
