import {readFileSync} from 'node:fs';

import {defineConfig, type Plugin} from 'vite';

const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string};

/** Takes comments and white space out of style sheets in templates, which minifiers leave as they are. */
const smallStyles: Plugin = {
  name: 'small-styles',
  transform: code =>
    code.replace(/css`[^`]*`/g, sheet =>
      sheet
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([{};,]) ?/g, '$1')
        .replaceAll(': ', ':'),
    ),
};

/** Builds the embed file; `demo/vite.config.ts` builds the demo's pages, and `vitest.config.ts` runs the tests beside the code. */
export default defineConfig({
  plugins: [smallStyles],
  define: {__VERSION__: JSON.stringify(version)},
  build: {
    outDir: 'dist/embed',
    target: 'es2022',
    modulePreload: false,
    // The library mode, since the other one wraps each lazy import in code for style sheets; but without white space.
    lib: {entry: 'client/embed-file.ts', formats: ['es'], fileName: 'tavle'},
    // No digest in the name of what is loaded later: the address of a version's folder has it all.
    rolldownOptions: {output: {minify: true, chunkFileNames: '[name].js'}},
  },
});
