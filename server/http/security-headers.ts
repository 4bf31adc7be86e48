import {IncomingMessage, ServerResponse} from 'node:http';
import {Socket} from 'node:net';

import helmet from 'helmet';
import type {Middleware} from 'koa';

/**
 * Sets the headers that helmet recommends. They are the same for each answer, so helmet is asked once.
 *
 * @param isHttps Whether browsers may be told to come over HTTPS only from now on.
 */
export function securityHeaders(isHttps: boolean): Middleware {
  const headers = headersOfHelmet(isHttps);
  return (context, next) => {
    for (const [name, value] of headers) context.res.setHeader(name, value);
    return next();
  };
}

function headersOfHelmet(isHttps: boolean): [name: string, value: string][] {
  const set = helmet({
    // Nothing of the API is a page; what is one sets a policy of its own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {defaultSrc: ["'none'"], frameAncestors: ["'none'"]},
    },
    // Any page may use what is public here; what is not needs a token or a certificate, which no page sends by itself.
    crossOriginResourcePolicy: {policy: 'cross-origin'},
    strictTransportSecurity: isHttps,
    xFrameOptions: {action: 'deny'},
    // What is left says something to pages and to programs of the past only.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  set(request, response, () => undefined);
  return response.getHeaderNames().map(name => [name, String(response.getHeader(name))]);
}
