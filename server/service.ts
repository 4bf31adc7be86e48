/* Starts and stops the service with its store, listeners and jobs, for `run.ts`. Add a metric that reads a part of the
 * service with `metrics.watch`, a job to the list of `startJobs`, and a file that SIGHUP reloads to that of
 * `reloadFiles`. The store must be closed last: requests and mails in progress need it. */

import {once} from 'node:events';
import type {RequestListener, Server} from 'node:http';
import type {Socket} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import {setFlagsFromString} from 'node:v8';

import type {Middleware} from 'koa';
import type Koa from 'koa';
import type {Logger} from 'pino';

import {removeOldNotices} from './calendar/changes.ts';
import {createCompanyCalendar} from './calendar/company-calendar.ts';
import {createMorning} from './calendar/mail/morning.ts';
import {createMailer} from './calendar/mail/transport.ts';

import {type AppParts, createApp} from './app.ts';
import {
  type Config,
  isReachable,
  publicUrlMissing,
  readSettings,
  readStoreConfig,
  readTls,
  type StoreConfig,
  withoutMalformed,
} from './config.ts';
import {ConfigError} from './settings.ts';
import {listen, listenOn, stopListening} from './http/listen.ts';
import {classOfAddress} from './http/addresses.ts';
import {warnOfFileLimit} from './http/connections.ts';
import {createListener} from './http/listener.ts';
import {createTlsContexts} from './http/tls-contexts.ts';
import {createMetrics} from './http/metrics.ts';
import {createAdmission} from './http/admission.ts';
import {createCallCount} from './operations/callers.ts';
import {createCertificateCheck, isProxy, refuseAllCertificates} from './identity/certificate.ts';
import {openKeySet} from './identity/key-set.ts';
import {createTokenCheck, refuseAllTokens} from './identity/token.ts';
import {hasKnownShape} from './document-types.ts';
import {bounds} from './bounds.ts';
import {startJobs} from './jobs.ts';
import {type OpenAuditLog, openAuditLog} from './logs/audit-log.ts';
import {createUnreadableLog} from './logs/unreadable-log.ts';
import {createMetricsApp} from './monitoring.ts';
import {
  reloadFiles,
  reopenAuditLog,
  requireLists,
  requireUsableCertificates,
  warnOfMissingNames,
} from './reload.ts';
import {waitUntilReachable} from './store/readiness.ts';
import {createStore} from './store/store.ts';
import {guardEngine} from './store/guarded-store.ts';
import {openEngine} from './store/open-store.ts';

/** The time for requests in flight after the listener has closed. */
const finishTimeoutMs = bounds.stopTimeoutMs - bounds.drainTimeMs - bounds.storeTimeoutMs;

export const watchIntervalMs = 1_000;

/** How often a process looks for mails that are due. */
export const mailIntervalMs = 15_000;

/** How often a process removes old notices of changed deadlines. */
const noticeIntervalMs = 3_600_000;

const maxMetricsConnections = 20;

export type Service = Readonly<Awaited<ReturnType<typeof startService>>>;

export interface ServiceOptions extends Partial<Pick<AppParts, 'hosts' | 'mailer'>> {
  /** Returns the number of log lines that could not be written. Default: 0. */
  readonly lostLogLines?: () => number;
  /** Descriptor of the listening socket. Default: opens one at the host and port of the settings. */
  readonly socket?: number | undefined;
}

/**
 * Opens the store, waits up to `bounds.storeTimeoutMs` for its first response, and listens. While the store is unavailable, operations that need it
 * return 503.
 *
 * @param extraRoutes Creates routes in addition to those of the interfaces.
 * @throws If the port is in use, the embedded store or the audit log cannot be opened, or `extraRoutes` throws. Closes everything before it throws.
 */
export async function startService(
  config: Config,
  log: Logger,
  extraRoutes: (publicUrl: string) => readonly Middleware[],
  {lostLogLines = () => 0, hosts, mailer: givenMailer, socket}: ServiceOptions = {},
) {
  // `JSON.parse` allocates the values of a text of more than 100 KiB among the old objects. By default, V8 collects old objects only when they are up
  // to four times as many: 200 reads of large documents took 100 MB. With 30 in place of 120, a read of eight states took a third more time.
  setFlagsFromString('--heap-growing-percent=120');
  // Without this flag, V8 predicts from the first requests which objects live long, and allocates such objects of later requests in the old generation. Its guess
  // differs from start to start: after 1,000 changes, a read of eight states took half as much time again.
  setFlagsFromString('--no-allocation-site-pretenuring');
  for (const warning of warnOfFileLimit(config.maxConnections)) log.warn(warning);
  const metrics = createMetrics();
  const unreadable = createUnreadableLog(log);
  const engine = guardEngine(
    engineLog => openEngine(config.store, engineLog, {...config, replicas: config.storeReplicas}),
    log,
    metrics.stored,
  );
  const store = createStore(
    engine,
    {hasKnownShape, onUnreadable: path => unreadable.note(path)},
    {
      max: {leverandoer: config.maxSupplierBytes, myndighed: config.maxAuthorityBytes},
      onRefused: () => metrics.refused('storage'),
      onFull(refusal) {
        log.warn(refusal, 'a caller may store nothing more; its writes get 403');
      },
    },
  );
  const identity = openIdentity(config, log);
  const contexts = config.tls && createTlsContexts({...config.tls, issuers: config.certificates?.issuers});
  const isNamedProxy = (socket: Socket) =>
    config.certificates !== undefined && isProxy(socket, config.certificates.proxies);
  const {server, serve} = createListener(contexts?.options, config.maxConnections, {
    // Without TLS, a connection from the same machine counts as one of a proxy.
    isProxy: socket => isNamedProxy(socket) || (!config.tls && classOfAddress(socket) === 'loopback'),
    onRefused: () => metrics.refused('connections'),
  });
  const admission = createAdmission(config.maxRequests, metrics);
  const metricsListener = config.metricsAddress && createListener(undefined, maxMetricsConnections);
  const stopping = new AbortController();
  let {portal} = config;
  const mailer = config.mail && (givenMailer ?? createMailer(config.mail));
  let morning: ReturnType<typeof createMorning> | undefined;
  let mailing: Promise<void> | undefined;
  let auditLog: OpenAuditLog | undefined;
  metrics.watchTotal(
    'tavle_store_unreadable_total',
    'Reads of damaged documents, which were left out.',
    unreadable.total,
  );
  metrics.watch(
    'tavle_store_replaced',
    '1 while the store differs from the store at the start of the service. Changes are refused.',
    () => Number(engine.isReplaced()),
  );
  metrics.watch('tavle_store_refuses_changes', '1 while the store refuses changes and serves reads.', () =>
    Number(engine.refusesChanges()),
  );
  metrics.watch(
    'tavle_key_set_away',
    '1 while the key set of the token issuer cannot be read. The known keys stay in use.',
    () => Number(identity.keys?.isAway() ?? false),
  );
  metrics.watch(
    'tavle_audit_pending_lines',
    'Audit lines that wait because they could not be written.',
    () => auditLog?.pending() ?? 0,
  );
  metrics.watchTotal(
    'tavle_log_lines_lost_total',
    'Log lines that could not be written to standard error.',
    lostLogLines,
  );

  if (mailer) {
    const none: ReadonlyMap<string, number> = new Map();
    metrics.watchTotal(
      'tavle_mails_total',
      'Mails before deadlines, by result.',
      () => morning?.counts() ?? none,
      'result',
    );
    metrics.watch(
      'tavle_mail_behind_seconds',
      'Time for which the oldest mail that is due has waited for a process.',
      () => morning?.behindSeconds() ?? 0,
    );
  }

  // Without changes, nothing else would notice that the store was replaced, refuses changes or accepts them again, or that keys can be read. Nothing else
  // notices that the audit log was removed.
  const endJobs = startJobs(
    [
      {
        name: 'store',
        periodMs: watchIntervalMs,
        run() {
          auditLog?.replaceRemoved();
          return engine.ping().then(() => engine.checkWritable());
        },
      },
      {name: 'notices', periodMs: noticeIntervalMs, run: () => removeOldNotices(store)},
      {name: 'keys', periodMs: watchIntervalMs, run: () => identity.keys?.generation()},
      ...(config.mail
        ? [{name: 'mail', periodMs: mailIntervalMs, run: () => (mailing = morning?.run(stopping.signal))}]
        : []),
    ],
    metrics,
    log,
  );

  async function login({store: address, sentinelLogin}: StoreConfig): Promise<string | undefined> {
    if (engine.login) {
      const isChecked = await engine.login(address, sentinelLogin);
      if (!isChecked) return 'is used at the next connection, and is not checked yet: Redis is unreachable';
    } else if (address !== config.store)
      throw new ConfigError(['The store cannot change without a restart.']);
    return undefined;
  }

  /** Stops listening, finishes requests in flight, then closes the store. @throws {StoreUnavailable} if closing it takes too long. */
  async function stop(): Promise<void> {
    endJobs();
    stopping.abort();
    const mailed = Promise.resolve(mailing).catch(() => undefined);
    await Promise.all([
      finish(server),
      metricsListener && finish(metricsListener.server),
      // Waits until the mail in progress is sent and noted.
      within(finishTimeoutMs, mailed),
    ]);
    mailer?.close();
    auditLog?.close();
    await store.close();
  }

  try {
    const ready = waitUntilReachable(store, stopping.signal);
    await within(bounds.storeTimeoutMs, ready);
    const url = await listenAt(server, config, socket);
    const publicUrl = config.publicUrl ?? url;
    auditLog = config.audit === undefined ? undefined : openAuditLog(config.audit, log);
    morning =
      config.mail &&
      mailer &&
      createMorning({
        ...{store, mailer, log, publicUrl, settings: config.mail},
        calendar: createCompanyCalendar(store),
        portal: () => portal,
      });
    const app = createApp({
      ...config,
      mailer,
      store,
      portal: () => portal,
      isProxy: isNamedProxy,
      checks: identity,
      count: createCallCount(config.callsPerMinute, () => metrics.refused('calls'), admission.admit),
      publicUrl,
      hosts,
      log,
      metrics,
      admission,
      audit: auditLog,
      stopping: () => stopping.signal.aborted,
      extraRoutes: extraRoutes(publicUrl),
    });
    const handle = listenerOf(app);
    let metricsUrl = `${url}/metrics`;
    if (metricsListener) {
      const {host, port} = config.metricsAddress;
      const bound = await listen(metricsListener.server, host, port, undefined, 'TAVLE_METRICS_PORT');
      metricsUrl = `http://${inUrl(host)}:${bound}/metrics`;
      metricsListener.serve(listenerOf(createMetricsApp(metrics, log, () => stopping.signal.aborted)));
    }
    serve(handle);

    return {
      /** The URL that the service listens at, without a trailing slash. */
      url,
      /** The URL of the metrics. */
      metricsUrl,
      /** Handles a request, for further listeners. */
      handle,
      store,
      /** Resolves to true once the store has responded, to false if the service was stopped before. @throws {StoreUnusable} */
      ready,
      /**
       * Reopens the audit log, and reloads the portal file, TLS certificate and key, client CA, key set and store password. Keeps the old file if the
       * new one is invalid. Logs the outcome.
       */
      reload(variables: NodeJS.ProcessEnv): Promise<void> {
        reopenAuditLog(auditLog, log);
        return reloadFiles(variables, log, [
          {
            what: 'portal file',
            settings: ['TAVLE_PORTAL'],
            use(env) {
              const former = portal;
              // A malformed password file must only prevent the reload of the password.
              const next = readSettings(withoutMalformed(env), ['TAVLE_PORTAL']).TAVLE_PORTAL.portal;
              requireLists(former, next);
              portal = next;
              warnOfMissingNames(former, portal, log);
            },
          },
          {
            what: 'TLS certificate',
            settings: ['TAVLE_TLS_CERT', 'TAVLE_TLS_KEY'],
            use(env) {
              const files = readTls(env);
              requireUsableCertificates({TAVLE_TLS_CERT: files?.cert});
              contexts?.replace(server, files ?? {});
            },
          },
          {
            what: 'client CA',
            settings: ['TAVLE_CLIENT_CA'],
            use(env) {
              const {TAVLE_CLIENT_CA: issuers} = readSettings(withoutMalformed(env), ['TAVLE_CLIENT_CA']);
              requireUsableCertificates({TAVLE_CLIENT_CA: issuers});
              contexts?.replace(server, {issuers});
              identity.useIssuers(issuers);
            },
          },
          ...['TAVLE_STORE_FILE', 'TAVLE_STORE_SENTINEL_PASSWORD_FILE'].map(name => ({
            what: 'password of the store',
            settings: [name],
            use: (env: NodeJS.ProcessEnv) => login(readStoreConfig(env)),
          })),
          {what: 'key set', settings: ['TAVLE_TOKEN_JWKS'], use: () => identity.keys?.reload()},
        ]);
      },
      /**
       * Makes `/health/ready` return 503 and each response close its connection. Resolves after `bounds.drainTimeMs`. The service still
       * serves requests, so that a proxy with keep-alive connections or health checks loses none.
       */
      async drain(): Promise<void> {
        stopping.abort();
        await setTimeout(bounds.drainTimeMs);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the checks of callers. Their CAs and keys can be replaced. */
function openIdentity({tokens, certificates, maxRequests}: Config, log: Logger) {
  const keys = tokens && openKeySet(tokens.jwks, log, Math.ceil(maxRequests * bounds.callerRequestShare));
  const certificateCheck = (issuers = certificates?.issuers) =>
    certificates && issuers ? createCertificateCheck({...certificates, issuers}) : refuseAllCertificates;
  let check = certificateCheck();
  return {
    checkToken: tokens && keys ? createTokenCheck(keys, tokens) : refuseAllTokens,
    checkCertificate: (request: Parameters<typeof check>[0]) => check(request),
    useIssuers(issuers: Parameters<typeof certificateCheck>[0]) {
      check = certificateCheck(issuers);
    },
    /** `undefined`: no tokens are accepted. */
    keys,
  };
}

/** Listens, and returns the URL. */
async function listenAt(
  server: Server,
  {host, port, tls, publicUrl}: Config,
  socket: number | undefined,
): Promise<string> {
  const open = async () => ({address: host, port: await listen(server, host, port)});
  const {address, port: bound} = await (socket === undefined ? open() : listenOn(server, socket));
  if (publicUrl === undefined && !isReachable(address))
    throw new Error(publicUrlMissing(`a socket at ${address}`));
  return `${tls ? 'https' : 'http'}://${inUrl(address)}:${bound}`;
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

function listenerOf(app: Koa): RequestListener {
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}

async function finish(server: Server): Promise<void> {
  const closed = once(server, 'close');
  await stopListening(server);
  await within(finishTimeoutMs, closed);
  server.closeAllConnections();
}

/** Resolves with `work`, or after `timeoutMs`. */
async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([
    work,
    setTimeout(timeoutMs, undefined, {signal: timeout.signal}).catch(() => undefined),
  ]);
  timeout.abort();
}
