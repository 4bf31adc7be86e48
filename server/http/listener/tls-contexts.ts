import {constants, type X509Certificate} from 'node:crypto';
import type {Server as HttpServer} from 'node:http';
import type {ServerOptions} from 'node:https';
import {
  createSecureContext,
  type SecureContext,
  type SecureContextOptions,
  Server as TlsServer,
} from 'node:tls';

/** The service's own certificate, with its chain, and its private key: PEM texts. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** What a server's handshakes use. */
export interface TlsContextFiles extends TlsFiles {
  /**
   * The CAs of client certificates. With them the server asks each client for a certificate, and accepts any: requests without a valid one
   * must get a response that says why, not a broken handshake.
   */
  readonly issuers: readonly X509Certificate[] | undefined;
}

export interface TlsContexts {
  /** Of the server that is to be created. */
  readonly options: ServerOptions;
  /** Makes later handshakes use other files; connections stay open. @throws When the files are invalid. The former ones stay in use. */
  replace(server: HttpServer, changes: Partial<TlsContextFiles>): void;
}

export function createTlsContexts(files: TlsContextFiles): TlsContexts {
  let current = files;
  // Node.js 20 takes `allowPartialTrustChain` for contexts, but not for servers: those that name the server get this context.
  let named = createSecureContext(contextOptions(files));
  const requests: ServerOptions = {
    requestCert: true,
    rejectUnauthorized: false,
    SNICallback: (_, use: (error: null, context: SecureContext) => void) => use(null, named),
  };
  return {
    options: {...contextOptions(files), ...(files.issuers && requests)},
    replace(server, changes) {
      const next = {...current, ...changes};
      const options = contextOptions(next);
      named = createSecureContext(options);
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
    ...(issuers && {
      ca: issuers.map(String),
      // The bundle may hold issuing CAs without their root.
      allowPartialTrustChain: true,
      // A resumed session would bring the leaf without the CAs above it, and a verdict that may be outdated.
      secureOptions: constants.SSL_OP_NO_TICKET,
    }),
  };
}
