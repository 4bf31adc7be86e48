// Builds the demo's pages, for `scripts/build.mjs` and `scripts/dev.mjs`. Add what a page needs in its frame to `Page`
// and `frame.html`. The output must have no inline script or style: the policy of `routes.ts` forbids these.
import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {defineConfig, type Plugin} from 'vite';

import {createManifest, elementsOf} from '../scripts/elements/manifest.mjs';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
const pages = fileURLToPath(new URL('pages', import.meta.url));
const dkfds = `${packages}/dkfds/dist`;

/** Emits the licences of DKFDS's style sheet (MIT) and IBM Plex Sans (OFL 1.1). */
function copies(): Plugin {
  const files = [
    {fileName: 'licences/dkfds.txt', path: `${dkfds}/LICENSE.md`},
    {
      fileName: 'licences/ibm-plex-sans.txt',
      path: `${dkfds}/fonts/IBMPlexSans/split/woff2/license.txt`,
    },
  ];
  return {
    name: 'copies',
    generateBundle() {
      for (const {fileName, path} of files)
        this.emitFile({type: 'asset', fileName, source: readFileSync(path)});
    },
  };
}

/** What a page states in its first line. */
interface Page {
  readonly title: readonly [danish: string, english: string];
  /** The file of the page's own script. */
  readonly script: string;
  /** The name of the script with the page's elements. */
  readonly embed?: string;
  /** Whether the page has the menu of users. */
  readonly user?: boolean;
  /** Whether the page has the developer panel. */
  readonly panel?: boolean;
}

/** Puts the content of a page into `frame.html`. What a page has above `<!-- main -->` comes before the portal. */
function frame(): Plugin {
  const handler = (html: string): string => {
    const [start, end] = ['<!-- page: ', ' -->'];
    const at = html.indexOf(start);
    if (at === -1) return html;
    // The development server adds a nonce first.
    const nonce = html.slice(0, at);
    const close = html.indexOf(end, at);
    const json = html.slice(at + start.length, close);
    const [before = '', main] = html.slice(close + end.length).split('<!-- main -->');
    const {title, script, embed, user, panel} = JSON.parse(json) as Page;
    const preload = (weight: string) =>
      `<link rel="preload" as="font" type="font/woff2" href="../../node_modules/dkfds/dist/fonts/IBMPlexSans/split/woff2/IBMPlexSans-${weight}-Latin1.woff2" crossorigin />`;
    const values: Readonly<Record<string, string>> = {
      DANISH: title[0],
      ENGLISH: title[1],
      HEAD: [nonce, ...['Regular', 'SemiBold', 'Bold'].map(preload)].join(''),
      EMBED: embed ? `<script vite-ignore type="module" src="/embed/${embed}.js"></script>` : '',
      SCRIPT: script,
      USER: user ? '<demo-user-switcher class="signed-in"></demo-user-switcher>' : '',
      BEFORE: main === undefined ? '' : before,
      CONTENT: main ?? before,
      PANEL: panel ? '<demo-panel></demo-panel>' : '',
    };
    return readFileSync(`${pages}/frame.html`, 'utf8').replaceAll(/[A-Z]{4,}/g, word => values[word] ?? word);
  };
  return {name: 'frame', transformIndexHtml: {order: 'pre', handler}};
}

/** Returns what the panel shows of the elements' manifest: the attributes of each element with their types, and the names of the events. */
function describeElements(): object {
  const manifest = createManifest();
  const attributes = elementsOf(manifest).map(({tagName, attributes = []}) => {
    return [tagName, Object.fromEntries(attributes.map(({name, type}) => [name, type?.text ?? '']))] as const;
  });
  const events = manifest.modules.flatMap(({declarations}) => declarations.filter(({tagName}) => !tagName));
  return {
    attributes: Object.fromEntries(attributes),
    // TavleOrderEvent is the class of `tavle-order`.
    events: events.map(({name}) =>
      name
        .slice(0, -5)
        .replaceAll(/\B[A-Z]/g, '-$&')
        .toLowerCase(),
    ),
  };
}

/** Builds the demo's pages into `dist/pages`. The demo serves them at `/demo/` without inline scripts and styles. */
export default defineConfig({
  root: pages,
  base: '/demo/',
  publicDir: false,
  // An alias for the other files of DKFDS, whose package exports its script only.
  resolve: {alias: {'~dkfds': dkfds}},
  define: {__ELEMENTS__: JSON.stringify(describeElements())},
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'dkfds-without-files',
          // `main.css` declares the used fonts, and the pages use no icons. Runs once, and not for each declaration:
          // otherwise Vite emits a file for each URL.
          Once(root) {
            root.walkAtRules('font-face', rule => {
              if (!rule.toString().includes('/split/')) rule.remove();
            });
            root.walkDecls(declaration => {
              if (declaration.value.includes('../img/')) declaration.remove();
            });
          },
        },
      ],
    },
  },
  plugins: [frame(), copies()],
  build: {
    outDir: fileURLToPath(new URL('../dist/pages', import.meta.url)),
    emptyOutDir: true,
    rolldownOptions: {
      input: readdirSync(pages)
        .filter(name => name.endsWith('.html') && name !== 'frame.html')
        .map(name => `${pages}/${name}`),
    },
    target: 'es2022',
    // The first releases with `light-dark()`, so that Vite does not replace it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: {polyfill: false},
  },
});
