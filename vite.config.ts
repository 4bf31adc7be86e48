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

/**
 * The settings with which `scripts/build.mjs` builds the scripts of the elements. `vitest.config.ts` extends them. `demo/vite.config.ts`
 * builds the demo's pages.
 */
export default defineConfig({
  plugins: [smallTemplates],
  define: {__VERSION__: JSON.stringify(version)},
  build: {
    outDir: 'dist/embed',
    target: 'es2022',
    modulePreload: false,
    // The library mode: the other one wraps each lazy import in code for style sheets. `minify` removes white space.
    lib: {entry: 'client/embed.ts', formats: ['es'], fileName: 'tavle'},
    rolldownOptions: {
      output: {
        minify: true,
        // The library mode keeps hints for bundlers (`@__PURE__`), but a page loads these files as they are.
        comments: {annotation: false},
        // Files that are loaded later need no digest in their names: each version has its own folder.
        chunkFileNames: '[name].js',
      },
    },
  },
});
