import {once} from 'node:events';
import {createServer} from 'node:http';

import {listen} from '../../server/testing/listen.ts';

/** A portal at another origin than the service, for the fixture `site` of `test.ts`. A test sets the fields: the next request gets them. */
export interface PortalSite {
  /** The origin for `TAVLE_ORIGINS`. */
  readonly origin: string;
  /** The token of the signed-in person, which the script passes to the element. */
  token: string;
  /** The page at `/`, with any query. */
  html: string;
  /** The headers of that page. */
  headers: Record<string, string>;
  /** The script of the portal's service worker, at `/worker.js`. */
  worker: string;
  /** The JSON responses at other paths. */
  responses: Record<string, unknown>;
  stop(): Promise<void>;
}

/** The portal's script. It fetches a token for each request, as portals with short-lived tokens do. */
const script = `
for (const element of document.querySelectorAll('tavle-dashboard, tavle-calendar, tavle-deadlines'))
  element.getToken = async () => (await fetch('/token')).text();
`;

export async function startPortalSite(): Promise<PortalSite> {
  const server = createServer((request, response) => {
    const [path = ''] = request.url?.split('?', 1) ?? [];
    if (path === '/') {
      response.writeHead(200, {'content-type': 'text/html; charset=utf-8', ...site.headers}).end(site.html);
    } else if (request.url === '/portal.js') {
      response.writeHead(200, {'content-type': 'text/javascript'}).end(script);
    } else if (request.url === '/worker.js') {
      response.writeHead(200, {'content-type': 'text/javascript'}).end(site.worker);
    } else if (request.url === '/token') {
      response.writeHead(200, {'content-type': 'text/plain', 'cache-control': 'no-store'}).end(site.token);
    } else if (path in site.responses) {
      const body = JSON.stringify(site.responses[path]);
      response.writeHead(200, {'content-type': 'application/json'}).end(body);
    } else {
      // The browser requests an icon by itself.
      response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
    }
  });
  const port = await listen(server);
  const site: PortalSite = {
    origin: `http://127.0.0.1:${port}`,
    token: '',
    html: '',
    headers: {},
    worker: '',
    responses: {},
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return site;
}
