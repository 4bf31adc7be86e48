import {once} from 'node:events';
import {createServer, type IncomingMessage, request, type ServerResponse} from 'node:http';

import {listen} from '../../server/testing/listen.ts';
import {companies} from '../../demo/companies.ts';
import {clockLibrary} from '../support/clock-library.ts';
import {startProcess} from '../../e2e/support/process.ts';
import type {Language, PageName} from './journeys.ts';

/* Starts the portal that the screen reader reads, for `run.ts`. Add a page to `pages`, and its name to `PageName`. */

/** The time, in Denmark, at which each journey begins. The demo's deadlines depend on the day. */
const begin = '2026-11-23 10:00:00';

/** Bjørn's company, with deadlines on several days of each month. */
const cvr = '44556677';

/** A portal for one journey. Its clock always starts at the same time. */
export interface Site {
  urlOf(page: PageName): string;
  /** Resolves when an element of the next page has loaded its data. */
  nextLoad(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the demo's service and a portal in front of it, with pages of single elements in a language.
 *
 * @param directory An empty directory for the service's data.
 */
export async function startSite(language: Language, directory: string): Promise<Site> {
  let load = (): void => undefined;
  const server = createServer((incoming, outgoing) => {
    const {pathname} = new URL(incoming.url ?? '', origin);
    const page = pageAt(pathname);
    if (page) {
      outgoing.setHeader('content-type', 'text/html; charset=utf-8');
      outgoing.end(render(page, language, pathname));
    } else if (pathname === '/portal.js')
      outgoing.setHeader('content-type', 'text/javascript').end(portalScript);
    else if (pathname === '/loaded') {
      load();
      outgoing.writeHead(204).end();
    } else if (pathname === '/favicon.ico') outgoing.writeHead(204).end();
    else forward(demo.url, incoming, outgoing);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const demo = await startProcess(
    'demo',
    {
      TAVLE_PORT: '0',
      TAVLE_PUBLIC_URL: origin,
      TAVLE_RATE_LIMIT: 'off',
      TZ: 'Europe/Copenhagen',
      LD_PRELOAD: clockLibrary(),
      FAKETIME: `@${begin}`,
    },
    directory,
  );
  return {
    urlOf: page => `${origin}/${page}`,
    nextLoad: () => new Promise<void>(resolve => (load = resolve)),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await demo.kill();
    },
  };
}

function forward(url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const {method, headers} = incoming;
  const passed = request(new URL(incoming.url ?? '', url), {method: method ?? 'GET', headers}, response => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}

/** Sets the page's clock to the service's, signs the page's person in, and reports when an element has loaded. */
const portalScript = `
const offset = Date.parse(document.documentElement.dataset.now) - Date.now();
globalThis.Date = class extends Date {
  constructor(...parameters) {
    if (parameters.length) super(...parameters);
    else super(Date.now());
  }
  static now() {
    return super.now() + offset;
  }
};
addEventListener('tavle-load', () => fetch('/loaded', {method: 'POST'}));
const body = JSON.stringify({sub: document.documentElement.dataset.person});
const getToken = async () => {
  const headers = {'content-type': 'application/json'};
  return (await (await fetch('/demo/token', {method: 'POST', headers, body})).json()).token;
};
addEventListener('DOMContentLoaded', () => {
  for (const element of document.querySelectorAll('tavle-dashboard, tavle-calendar, tavle-deadlines, tavle-editorial'))
    element.getToken = getToken;
});
`;

interface Page {
  readonly script: 'tavle' | 'forms' | 'editorial';
  /** The signed-in person's `sub`. Default: Bjørn, of a company. */
  readonly person?: string;
  readonly title: Record<Language, string>;
  readonly body: (language: Language, path: string) => string;
}

const pages: Record<PageName, Page> = {
  dashboard: {
    script: 'tavle',
    title: {da: 'Overblik', en: 'Overview'},
    body: language => {
      const text = {
        da: ['Frister', 'Moms: 25. november', 'Digital Post', 'Ingen nye breve', 'Tilskud', 'Ingen puljer'],
        en: ['Deadlines', 'VAT: 25 November', 'Digital Post', 'No new letters', 'Grants', 'No grants'],
      }[language];
      const app = (name: string, place: number) =>
        `<tavle-app name="${name}" heading="${text[place]}"><template><p>${text[place + 1]}</p></template></tavle-app>`;
      return `<tavle-dashboard arrangeable>${app('frister', 0)}${app('digitalpost', 2)}${app('tilskud', 4)}</tavle-dashboard>`;
    },
  },
  calendar: {
    script: 'tavle',
    title: {da: 'Kalender', en: 'Calendar'},
    body: () => `<tavle-calendar cvr="${cvr}" remember></tavle-calendar>`,
  },
  companies: {
    script: 'tavle',
    person: 'demo-dorte',
    title: {da: 'Kalender', en: 'Calendar'},
    body: () => {
      const known = Object.values(companies).map(({cvr, virksomhed}) => [cvr, virksomhed] as const);
      const names = JSON.stringify(Object.fromEntries(known));
      return `<tavle-calendar cvr="${known.map(([cvr]) => cvr).join(' ')}" names='${names}'></tavle-calendar>`;
    },
  },
  deadlines: {
    script: 'tavle',
    title: {da: 'Forside', en: 'Front page'},
    body: () => `<tavle-deadlines cvr="${cvr}" href="/calendar?tavle-frist={id}"></tavle-deadlines>`,
  },
  forms: {
    script: 'forms',
    title: {da: 'Find en formular', en: 'Find a form'},
    body: () => '<tavle-form-search></tavle-form-search>',
  },
  form: {
    script: 'forms',
    title: {da: 'Formular', en: 'Form'},
    body: (_, path) => {
      const [authority, permalink] = path.split('/').slice(-2);
      return `<tavle-form authority="${authority}" permalink="${permalink}" heading-level="2"></tavle-form>`;
    },
  },
  editorial: {
    script: 'editorial',
    person: 'demo-eva',
    title: {da: 'Redaktion', en: 'Editors'},
    body: () => '<tavle-editorial></tavle-editorial>',
  },
};

/** Returns the page at a path. The service's URLs of forms lead to the page with the form. */
function pageAt(path: string): Page | undefined {
  const name = path.startsWith('/demo/myndigheder/') ? 'form' : path.slice(1);
  return name in pages ? pages[name as PageName] : undefined;
}

function render(
  {script, person = 'demo-bjorn', title, body}: Page,
  language: Language,
  path: string,
): string {
  return `<!doctype html>
<html lang="${language}" data-now="${begin.replace(' ', 'T')}+01:00" data-person="${person}">
  <head>
    <meta charset="utf-8">
    <title>${title[language]}</title>
    <script src="/portal.js"></script>
    <script type="module" src="/embed/${script}.js"></script>
  </head>
  <body>
    <main>
      <h1>${title[language]}</h1>
      ${body(language, path)}
    </main>
  </body>
</html>`;
}
