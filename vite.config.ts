import {readFileSync} from 'node:fs';

import {defineConfig, type Plugin} from 'vite';

const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string};

/** Removes comments and white space from style sheets, and indentation from markup: minifiers leave templates as they are. */
const smallTemplates: Plugin = {
  name: 'small-templates',
  apply: 'build',
  transform: code =>
    code
      .replace(/css`[^`]*`/g, sheet =>
        sheet
          .replace(/\/\*.*?\*\//gs, '')
          .replace(/\s+/g, ' ')
          .replace(/ ?([{};,>~]) ?/g, '$1')
          .replaceAll(': ', ':')
          .replaceAll(';}', '}'),
      )
      .replace(/\n\s+/g, '\n'),
};

/** Builds the file of the script tag; `scripts/build.mjs` builds the others with the same settings, `demo/vite.config.ts` builds the demo's pages, and `vitest.config.ts` runs the tests next to the code. */
export default defineConfig({
  plugins: [smallTemplates],
  define: {__VERSION__: JSON.stringify(version)},
  build: {
    outDir: 'dist/embed',
    target: 'es2022',
    modulePreload: false,
    // The library mode, since the other one wraps each lazy import in code for style sheets; but without white space.
    lib: {entry: 'client/embed.ts', formats: ['es'], fileName: 'tavle'},
    rolldownOptions: {
      output: {
        minify: true,
        // The library mode keeps hints for bundlers (`@__PURE__`), but a page loads these files as they are.
        comments: {annotation: false},
        // No digest in the name of the file that is loaded later: the URL of a version's folder never changes.
        chunkFileNames: '[name].js',
      },
    },
  },
});
