import {spawn} from 'node:child_process';
import {readFileSync, realpathSync, watch} from 'node:fs';
import {once} from 'node:events';
import {resolve} from 'node:path';

import {createServer} from 'vite';

import {bundleServer} from './bundle-server.mjs';

/*
 * For contributors: serves the demo's pages with the sources of the elements, and runs the built service with its demo. The browser reloads changed
 * sources. A change of `certificates/`, `demo/` or `server/` builds the service again and restarts it. Settings are environment variables, as of
 * `tavle demo`. TAVLE_PORT is the port of the pages.
 */

const port = Number(process.env.TAVLE_PORT) || 8080;
const url = `http://localhost:${port}`;
const servicePort = port + 1;
const service = `http://127.0.0.1:${servicePort}`;
const {version} = JSON.parse(readFileSync('package.json', 'utf8'));

/** The paths below `/demo/` to which the service responds. Vite serves the others. */
const demoApi = /^\/demo\/(users|token|frister|myndigheder|leverandoerer(\/\d+\/formularer)?|mails(\/\d+)?)$/;
/** The portal's pages of forms, by their URLs. */
const formPages = [
  [/^\/demo\/myndigheder\/[^/]+\/[^/]+\/[^/]+$/, '/demo/formular.html'],
  [/^\/demo\/nemlogin\/login$/, '/demo/nemlogin.html'],
];

/** Vite adds style sheets and its client to a page. The policy allows them by this nonce. */
const nonce = 'dev';
const policy = [
  "default-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  `script-src 'self' 'nonce-${nonce}'`,
  `connect-src 'self' ws://localhost:${port}`,
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html dompurify vite 'allow-duplicates'",
].join('; ');

/** Returns the module of a script, such as `/embed/calendar.js`. @param {string} path */
function entryOf(path) {
  const [, name] = /^\/embed\/(?:\d[^/]*\/)?([a-z]+)\.js$/.exec(path) ?? [];
  return name && (name === 'tavle' ? 'client/embed.ts' : `client/${name}/define.ts`);
}

/** @type {import('vite').Plugin} */
const portal = {
  name: 'portal',
  configureServer({middlewares, watcher, ws}) {
    // Pages include other HTML files. Vite only reloads a page if the page's own file changes.
    watcher.on('change', path => path.endsWith('.html') && ws.send({type: 'full-reload'}));
    middlewares.use((request, response, next) => {
      const [path = '', query] = (request.url ?? '').split('?');
      const entry = entryOf(path);
      if (entry) {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(`import ${JSON.stringify(`/demo/@fs${resolve(entry)}`)};\n`);
        return;
      }
      if (path === '/' || path === '/demo') {
        response.writeHead(302, {Location: '/demo/'}).end();
        return;
      }
      if (path === '/demo/states') {
        const html = readFileSync('client/testing/states.html', 'utf8');
        const script = `/@fs${resolve('client/testing/states-page.ts')}`;
        void server.transformIndexHtml(path, html.replace('SCRIPT', script)).then(page => {
          response.setHeader('Content-Type', 'text/html').end(page);
        }, next);
        return;
      }
      response.setHeader('Content-Security-Policy', policy);
      const [, page] = formPages.find(([pattern]) => /** @type {RegExp} */ (pattern).test(path)) ?? [];
      // The pages preload fonts by their path in `node_modules`.
      if (path.startsWith('/node_modules/')) request.url = `/demo/@fs${resolve('.')}${path}`;
      if (page) request.url = query === undefined ? String(page) : `${String(page)}?${query}`;
      next();
    });
  },
};

const server = await createServer({
  configFile: 'demo/vite.config.ts',
  // The default is in `node_modules`, which several checkouts may share.
  cacheDir: resolve('data/vite'),
  html: {cspNonce: nonce},
  define: {__VERSION__: JSON.stringify(version)},
  plugins: [portal],
  // Vite finds dependencies in these entries. One that it finds later reloads the page.
  optimizeDeps: {entries: ['*.ts', resolve('client/testing/states-page.ts')]},
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    fs: {allow: [resolve('.'), realpathSync('node_modules')]},
    proxy: {
      '^/(?!demo/|node_modules/|embed/[^?]*\\.js$)': {target: service},
      [demoApi.source]: {target: service},
    },
  },
});

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;

/** Ends the demo. @param {NodeJS.Signals} signal */
async function stop(signal) {
  if (!child || (child.exitCode ?? child.signalCode) !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Starts the demo, or restarts it with the same data. */
async function restart() {
  // The store survives SIGKILL, and a graceful stop takes seconds.
  await stop('SIGKILL');
  child = spawn(process.execPath, ['dist/server/cli.js', 'demo'], {
    env: {...process.env, TAVLE_PORT: String(servicePort), TAVLE_PUBLIC_URL: url},
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Reports why the service could not be built, without the error's stack and fields, which repeat the message. @param {Error} error */
function reportFailure({message}) {
  console.error(`${message}\nThe service is still that of the last build.`);
}

let restarted = restart();
/** @type {NodeJS.Timeout | undefined} */
let change;
const watchers = ['certificates', 'demo', 'server'].map(folder =>
  watch(folder, {recursive: true}, (_, path) => {
    if (!path?.endsWith('.ts') || path.startsWith('pages/')) return;
    clearTimeout(change);
    change = setTimeout(() => {
      restarted = restarted.then(() => bundleServer()).then(restart, reportFailure);
    }, 100);
  }),
);
await restarted;
await server.listen();
console.log(
  `The pages are at ${url}/demo/, the states of the elements at ${url}/demo/states. A change of client/, demo/pages/ or server/ is visible at once.`,
);

// Vite's listener ends the process when its own server has ended.
process.removeAllListeners('SIGTERM');
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(change);
    // A build and the service write to their files until they end.
    const ended = restarted.then(() => stop('SIGTERM'));
    void Promise.all([server.close(), ended]).then(() => process.exit());
  });
