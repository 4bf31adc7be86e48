import {once} from 'node:events';
import type {RequestListener, Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout} from 'node:timers/promises';

import type {Router} from '@koa/router';
import type {Logger} from 'pino';

import {createApp} from './app.ts';
import type {Config} from './config.ts';
import {createAdmission} from './http/middleware/admission.ts';
import {describeListenError} from './http/listener/listen-error.ts';
import {createListener} from './http/listener/listener.ts';
import {createMetrics} from './http/metrics.ts';
import {stopListening} from './http/listener/stop-listening.ts';
import {createTlsContexts} from './http/listener/tls-contexts.ts';
import {createCallers} from './identity/callers.ts';
import {
  type CertificateCheck,
  type CertificateRules,
  createCertificateCheck,
  refuseAllCertificates,
} from './identity/certificate.ts';
import {type KeySet, openKeySet} from './identity/key-set.ts';
import {createTokenCheck, refuseAllTokens} from './identity/token.ts';
import {bounds} from './limits/bounds.ts';
import {createCallerLimit} from './limits/caller-limit.ts';
import {openSharedCounts} from './limits/shared-counts.ts';
import {type OpenAuditLog, openAuditLog} from './logs/audit-log.ts';
import {reloadFiles} from './reload.ts';
import {firstAnswer} from './store/first-answer.ts';
import {guardStore} from './store/guarded-store.ts';
import {measureStore} from './store/measured-store.ts';
import {openStore} from './store/open-store.ts';

/** How long, in milliseconds, requests in flight may take once no connections are accepted. */
const finishTimeoutMs = bounds.stopTimeoutMs - bounds.drainTimeMs - bounds.storeTimeoutMs;

/** The window of the limit on calls, in seconds. */
const minute = 60;

/** A service that listens. */
export interface Service {
  /** Where it is reached, without a trailing slash. */
  readonly url: string;
  /** Resolves to true when the store answered for the first time, to false when the service was stopped before. @throws {StoreTooNew} */
  readonly ready: Promise<boolean>;
  /** What answers a request, for whoever listens elsewhere too. */
  readonly handle: RequestListener;
  /**
   * Reads the files that the settings name again: portal file, TLS certificate and key, client CA, key set. A kind whose new files are
   * invalid keeps the old ones. The outcome is logged.
   */
  reload(variables: NodeJS.ProcessEnv): Promise<void>;
  /**
   * Makes `/health/ready` 503 and each response the last one on its connection, and resolves after `bounds.drainTimeMs`. Requests are
   * still served, so that a proxy with kept connections, or one that looks at `/health/ready`, loses none.
   */
  drain(): Promise<void>;
  /**
   * Takes no more requests, finishes those in flight, then closes the store.
   *
   * @throws {StoreUnavailable} when the store can't be closed in time.
   */
  stop(): Promise<void>;
}

/** What a process adds to a service. */
export interface ServiceOptions {
  /** Returns the number of log lines that could not be written. Default: 0. */
  readonly lostLogLines?: () => number;
  /** The only names that requests may give in `Host`, without ports. Default: any. */
  readonly hosts?: readonly string[] | undefined;
}

/**
 * Opens the store, waits for its first answer, `bounds.storeTimeoutMs` at most, and listens. While the store is away the service
 * answers too, with 503 where it needs it.
 *
 * @param makePages Makes the routes beside the interfaces, given the public address.
 * @throws When the address is taken, the embedded store or the audit log can't be opened, or `makePages` throws. Nothing is left
 *   open then.
 */
export async function startService(
  config: Config,
  log: Logger,
  makePages: (publicUrl: string) => readonly Router[],
  {lostLogLines = () => 0, hosts}: ServiceOptions = {},
): Promise<Service> {
  const metrics = createMetrics();
  const guarded = guardStore(
    storeLog => openStore(config.store, storeLog, config.storeReplicas, config.sentinelLogin),
    log,
  );
  const store = measureStore(guarded, metrics.stored);
  metrics.watch(
    'tavle_store_replaced',
    '1 while the store is not the one that the service started with, and no changes are taken.',
    () => Number(guarded.isReplaced()),
  );
  const calls = openCallerLimit(config);
  const identity = openIdentity(config);
  const {server, serve, useTls} = openListener(config);
  const admission = createAdmission(config.mostRequests, metrics);
  server.on('drop', () => metrics.refused('connections'));
  const stopping = new AbortController();
  let {portal} = config;
  let auditLog: OpenAuditLog | undefined;
  metrics.watch(
    'tavle_audit_pending_lines',
    'Audit lines that could not be written yet.',
    () => auditLog?.pending() ?? 0,
  );
  metrics.watchTotal(
    'tavle_log_lines_lost_total',
    'Log lines that could not be written to standard error.',
    lostLogLines,
  );

  async function stop(): Promise<void> {
    stopping.abort();
    await finish(server);
    auditLog?.close();
    await Promise.all([calls.close(), store.close()]);
  }

  try {
    const ready = firstAnswer(store, stopping.signal);
    await within(bounds.storeTimeoutMs, ready);
    const url = await listen(server, config);
    const publicUrl = config.publicUrl ?? url;
    auditLog = config.audit === undefined ? undefined : openAuditLog(config.audit, log);
    const app = createApp({
      store,
      portal: () => portal,
      ...createCallers({
        checkToken: identity.checkToken,
        checkCertificate: identity.checkCertificate,
        limit: calls.limit,
        onRefused: () => metrics.refused('calls'),
        admit: admission.admit,
      }),
      isCvr: config.isCvr,
      publicUrl,
      hosts,
      origins: config.origins,
      log,
      metrics,
      admission,
      maxSupplierBytes: config.maxSupplierBytes,
      maxAuthorityBytes: config.maxAuthorityBytes,
      audit: auditLog,
      stopping: () => stopping.signal.aborted,
      pages: makePages(publicUrl),
    });
    const answer = app.callback();
    const handle: RequestListener = (request, response) => void answer(request, response);
    serve(handle);

    return {
      url,
      handle,
      ready,
      reload: variables =>
        reloadFiles(
          variables,
          {
            currentPortal: () => portal,
            usePortal: next => (portal = next),
            useTls: tls => useTls({tls}),
            useIssuers(issuers) {
              useTls({issuers});
              identity.useIssuers(issuers);
            },
            reloadKeys: identity.reloadKeys,
          },
          log,
        ),
      async drain() {
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

/** What says who calls; its CAs and keys can be replaced. */
function openIdentity({tokens, certificates}: Config) {
  const keys: KeySet | undefined = tokens && openKeySet(tokens.jwks);
  const certificateCheck = (issuers = certificates?.issuers) =>
    certificates && issuers ? createCertificateCheck({...certificates, issuers}) : refuseAllCertificates;
  let check = certificateCheck();
  return {
    checkToken: tokens && keys ? createTokenCheck(keys, tokens) : refuseAllTokens,
    checkCertificate: (request => check(request)) satisfies CertificateCheck,
    useIssuers: (issuers: CertificateRules['issuers'] | undefined) =>
      void (check = certificateCheck(issuers)),
    reloadKeys: async () => keys?.reload(),
  };
}

function openCallerLimit({callsPerMinute: most, store, sentinelLogin}: Config) {
  if (most === undefined) return {limit: undefined, close: () => Promise.resolve()};
  const shared = openSharedCounts(store, minute, sentinelLogin);
  return {
    limit: createCallerLimit(most, minute, shared),
    close: () => shared?.close() ?? Promise.resolve(),
  };
}

/** Opens a listener, and returns also what makes its later handshakes use other files. */
function openListener({tls, certificates, mostConnections}: Config) {
  let files = {tls, issuers: certificates?.issuers};
  const contexts = tls && createTlsContexts(tls, files.issuers);
  const {server, serve} = createListener(contexts?.options, mostConnections);
  return {
    server,
    serve,
    useTls: (changes: Partial<typeof files>) => {
      const next = {...files, ...changes};
      if (next.tls) contexts?.replace(server, next.tls, next.issuers);
      files = next;
    },
  };
}

async function listen(server: Server, {host, port, tls}: Config): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(describeListenError(host, port, error), {cause: error});
  });
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${bound}`;
}

async function finish(server: Server): Promise<void> {
  const closed = once(server, 'close');
  await stopListening(server);
  await within(finishTimeoutMs, closed);
  server.closeAllConnections();
}

/** Resolves with `work`, or after `timeoutMs` without it. */
async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([
    work,
    setTimeout(timeoutMs, undefined, {signal: timeout.signal}).catch(() => undefined),
  ]);
  timeout.abort();
}
