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

/** Replaces `<!-- part: NAME -->` with `parts/NAME.html`, recursively. */
function parts(): Plugin {
  const withParts = (html: string): string =>
    html.replaceAll(/<!-- part: ([a-z-]+) -->/g, (_, name) =>
      withParts(readFileSync(`${pages}/parts/${name}.html`, 'utf8').trim()),
    );
  return {name: 'parts', transformIndexHtml: {order: 'pre', handler: withParts}};
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
  // DKFDS exports its script only.
  resolve: {alias: {'~dkfds': dkfds}},
  define: {__ELEMENTS__: JSON.stringify(describeElements())},
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'dkfds-without-files',
          // `fonts.css` declares the used fonts, and the pages use no icons. Once, not per declaration: Vite then emits a file for each URL.
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
  plugins: [parts(), copies()],
  build: {
    outDir: fileURLToPath(new URL('../dist/pages', import.meta.url)),
    emptyOutDir: true,
    rolldownOptions: {
      input: readdirSync(pages)
        .filter(name => name.endsWith('.html'))
        .map(name => `${pages}/${name}`),
    },
    target: 'es2022',
    // The first releases with `light-dark()`, so that Vite does not replace it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: {polyfill: false},
  },
});
