import {once} from 'node:events';
import type {RequestListener, Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout} from 'node:timers/promises';

import type {Router} from '@koa/router';
import type {Logger} from 'pino';

import {createApp} from './app.ts';
import type {Config, TokenConfig} from './config.ts';
import {createAdmission} from './http/admission.ts';
import {describeListenError} from './http/listen-error.ts';
import {createListener, type Listener} from './http/listener.ts';
import {createMetrics} from './http/metrics.ts';
import {createCallers} from './identity/callers.ts';
import {createCertificateCheck, refuseAllCertificates} from './identity/certificate.ts';
import {openKeySet} from './identity/key-set.ts';
import {createTokenCheck, refuseAllTokens, type TokenCheck} from './identity/token.ts';
import {createCallerLimit} from './limits/caller-limit.ts';
import {openSharedCounts} from './limits/shared-counts.ts';
import {type OpenAuditLog, openAuditLog} from './logs/audit-log.ts';
import {type Portal, readPortal} from './portal/portal.ts';
import {firstAnswer} from './store/first-answer.ts';
import {guardStore} from './store/guarded-store.ts';
import {measureStore} from './store/measured-store.ts';
import {openStore} from './store/open-store.ts';

/** How long, in milliseconds, requests that are under way may take when the service is told to stop. */
const stopPatience = 10_000;

/** The window of the limit on calls, in seconds. */
const minute = 60;

/** A service that listens. */
export interface Service {
  /** Where it is reached, without a trailing slash. */
  readonly url: string;
  /** Resolves to true when the store answered for the first time, to false when the service was stopped before. */
  readonly ready: Promise<boolean>;
  /** What answers a request, for whoever listens elsewhere too. */
  readonly handle: RequestListener;
  /** Reads the portal file again. @throws {PortalError} when it is wrong; the old one stays in force. */
  reloadPortal(): void;
  /** Takes no more requests, finishes those under way, then closes the store. */
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
 * Opens the store and listens. While the store is away the service answers too, with 503 where it needs it.
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
  const {server, serve} = openListener(config);
  const admission = createAdmission(config.mostRequests, metrics, log);
  server.on('drop', () => metrics.refused('connections'));
  const stopping = new AbortController();
  let portal: Portal = config.portal;
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
    const url = await listen(server, config);
    const publicUrl = config.publicUrl ?? url;
    auditLog = config.audit === undefined ? undefined : openAuditLog(config.audit, log);
    const app = createApp({
      store,
      portal: () => portal,
      ...createCallers({
        checkToken: tokenCheck(config.tokens),
        checkCertificate: config.certificates
          ? createCertificateCheck(config.certificates)
          : refuseAllCertificates,
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
      ready: firstAnswer(store, stopping.signal),
      reloadPortal() {
        portal = readPortal(config.portalPath, config.isCvr);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function tokenCheck(tokens: TokenConfig | undefined): TokenCheck {
  return tokens ? createTokenCheck(openKeySet(tokens.jwks), tokens) : refuseAllTokens;
}

function openCallerLimit({callsPerMinute: most, store, sentinelLogin}: Config) {
  if (most === undefined) return {limit: undefined, close: () => Promise.resolve()};
  const shared = openSharedCounts(store, most, minute, sentinelLogin);
  return {
    limit: createCallerLimit(most, minute, shared),
    close: () => shared?.close() ?? Promise.resolve(),
  };
}

function openListener({tls, certificates, mostConnections}: Config): Listener {
  if (!tls || !certificates) return createListener(tls, mostConnections);
  const ca = certificates.issuers.map(String);
  // A certificate that can't be validated shall get an answer that says so, not a broken handshake.
  return createListener({...tls, ca, requestCert: true, rejectUnauthorized: false}, mostConnections);
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
  server.close();
  const patience = new AbortController();
  await Promise.race([
    closed,
    setTimeout(stopPatience, undefined, {signal: patience.signal}).catch(() => undefined),
  ]);
  patience.abort();
  server.closeAllConnections();
}
