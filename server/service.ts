import {once} from 'node:events';
import type {RequestListener, Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout} from 'node:timers/promises';

import type {Router} from '@koa/router';
import {type Logger, pino} from 'pino';

import {createApp} from './app.ts';
import type {Config, TokenConfig} from './config.ts';
import type {AuditLine} from './http/audit.ts';
import {createListener} from './http/listener.ts';
import {createMetrics} from './http/metrics.ts';
import {createCallers} from './identity/callers.ts';
import {createCertificateCheck, refuseAllCertificates} from './identity/certificate.ts';
import {openKeySet} from './identity/key-set.ts';
import {createTokenCheck, refuseAllTokens, type TokenCheck} from './identity/token.ts';
import {createCallerLimit} from './limits/caller-limit.ts';
import {openSharedCounts} from './limits/shared-counts.ts';
import {type Portal, readPortal} from './portal/portal.ts';
import {firstAnswer} from './store/first-answer.ts';
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
): Promise<Service> {
  const metrics = createMetrics();
  const store = measureStore(
    openStore(config.store, log, config.storeReplicas, config.sentinelLogin),
    metrics.stored,
  );
  const calls = openCallerLimit(config);
  const server = createServer(config);
  server.on('drop', () => metrics.refused('connections'));
  const stopping = new AbortController();
  let portal: Portal = config.portal;

  async function stop(): Promise<void> {
    stopping.abort();
    await finish(server);
    await Promise.all([calls.close(), store.close()]);
  }

  try {
    const url = await listen(server, config);
    const publicUrl = config.publicUrl ?? url;
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
      }),
      isCvr: config.isCvr,
      publicUrl,
      origins: config.origins,
      log,
      metrics,
      mostRequests: config.mostRequests,
      maxSupplierBytes: config.maxSupplierBytes,
      maxAuthorityBytes: config.maxAuthorityBytes,
      audit: auditLog(config.audit),
      stopping: () => stopping.signal.aborted,
      pages: makePages(publicUrl),
    });
    const answer = app.callback();
    const handle: RequestListener = (request, response) => void answer(request, response);
    server.on('request', handle);

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

/** Appends a line of JSON for each change; it is written before the answer goes out. */
function auditLog(place: string | undefined): (line: AuditLine) => void {
  if (place === undefined) return () => undefined;
  const destination = pino.destination({dest: place === 'stdout' ? 1 : place, sync: true, mkdir: true});
  return line => void destination.write(`${JSON.stringify(line)}\n`);
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

function createServer({tls, certificates, mostConnections}: Config): Server {
  if (!tls || !certificates) return createListener(tls, mostConnections);
  const ca = certificates.issuers.map(String);
  // A certificate that can't be validated shall get an answer that says so, not a broken handshake.
  return createListener({...tls, ca, requestCert: true, rejectUnauthorized: false}, mostConnections);
}

async function listen(server: Server, {host, port, tls}: Config): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
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
