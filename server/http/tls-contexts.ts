/* The certificates of HTTPS servers, which can be reloaded, for `service.ts` and the demo. Change versions and options
 * of TLS in `contextOptions`, and ciphers in `strongCiphers`. If new files are invalid, the former ones must stay in
 * use. Tickets and renegotiation must stay off: their certificates are not checked. */

import {constants, type X509Certificate} from 'node:crypto';
import type {Server as HttpServer} from 'node:http';
import type {ServerOptions} from 'node:https';
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type SecureContextOptions,
  Server as TlsServer,
} from 'node:tls';

/** The ciphers, and the minimum strength of keys and signatures: 112 bits. */
export const strongCiphers = `${DEFAULT_CIPHERS}:@SECLEVEL=2`;

/** The service's certificate with its chain, and its private key, in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface TlsContextFiles extends TlsFiles {
  /**
   * The CAs of client certificates. If set, the server requests a certificate from each client and accepts any: requests without a valid
   * one get a response with the reason instead of a failed handshake.
   */
  readonly issuers: readonly X509Certificate[] | undefined;
}

/** Returns the TLS options of a server, and the function that replaces its files when they are reloaded. */
export function createTlsContexts(files: TlsContextFiles) {
  let current = files;
  // Node.js 20 supports `allowPartialTrustChain` for contexts, but not for servers. Clients that send a server name get this context.
  let sniContext = createSecureContext(contextOptions(files));
  const requests: ServerOptions = {
    requestCert: true,
    rejectUnauthorized: false,
    SNICallback: (_, use: (error: null, context: SecureContext) => void) => use(null, sniContext),
  };
  return {
    /** The options for a new server. */
    options: {...contextOptions(files), ...(files.issuers && requests)},
    /** Replaces the files for later handshakes. Connections stay open. @throws When the files are invalid. The former ones stay in use. */
    replace(server: HttpServer, changes: Partial<TlsContextFiles>): void {
      const next = {...current, ...changes};
      const options = contextOptions(next);
      sniContext = createSecureContext(options);
      if (server instanceof TlsServer) server.setSecureContext(options);
      current = next;
    },
  };
}

function contextOptions({cert, key, issuers}: TlsContextFiles): SecureContextOptions {
  return {
    cert,
    key,
    minVersion: 'TLSv1.2',
    // A second handshake could present another certificate, whose path Node.js does not check. A resumed session would have the leaf certificate
    // without its CAs, and a validation result that may be outdated.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,
    ...(issuers && {
      ca: issuers.map(String),
      // The bundle may contain issuing CAs without their root.
      allowPartialTrustChain: true,
      ciphers: strongCiphers,
    }),
  };
}
