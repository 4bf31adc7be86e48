import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';

import {listen} from '../../server/testing/listen.ts';

/** A portal on a separate origin, with one page and one script. */
export interface PortalSite {
  /** Its origin, as `TAVLE_ORIGINS` takes it. */
  readonly origin: string;
  /** What its script gives the element as the token of whoever is signed in. */
  token: string;
  /** The page at `/`. */
  html: string;
  /** The headers of that page. */
  headers: Record<string, string>;
  /** What it responds with at other paths, as JSON. */
  responses: Record<string, unknown>;
  stop(): Promise<void>;
}

/** What a portal has to write itself. It asks for the token each time, as a portal does whose tokens are short-lived. */
const script = `
for (const element of document.querySelectorAll('tavle-dashboard, tavle-calendar, tavle-deadlines'))
  element.getToken = async () => (await fetch('/token')).text();
`;

export async function startPortalSite(): Promise<PortalSite> {
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.writeHead(200, {'content-type': 'text/html; charset=utf-8', ...site.headers}).end(site.html);
    } else if (request.url === '/portal.js') {
      response.writeHead(200, {'content-type': 'text/javascript'}).end(script);
    } else if (request.url === '/token') {
      response.writeHead(200, {'content-type': 'text/plain', 'cache-control': 'no-store'}).end(site.token);
    } else if (pathOf(request) in site.responses) {
      const body = JSON.stringify(site.responses[pathOf(request)]);
      response.writeHead(200, {'content-type': 'application/json'}).end(body);
    } else {
      // The browser asks for an icon on its own account.
      response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
    }
  });
  const port = await listen(server);
  const site: PortalSite = {
    origin: `http://127.0.0.1:${port}`,
    token: '',
    html: '',
    headers: {},
    responses: {},
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return site;
}

function pathOf({url = ''}: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
