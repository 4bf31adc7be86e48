import {build} from 'vite';

/**
 * Bundles the server's modules, not its dependencies, into the command, with source maps. For `build.mjs` and `dev.mjs`. Add an entry for another
 * program of `dist/server`.
 *
 * @param {import('vite').BuildOptions} options
 */
export function bundleServer(options = {}) {
  return build({
    configFile: false,
    logLevel: 'warn',
    // Files of pages are built separately.
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      sourcemap: true,
      outDir: 'dist/server',
      rolldownOptions: {
        input: {cli: 'server/cli.ts', modules: 'proof/bench/support/modules.ts'},
        // All files are in one directory: modules find other files relative to their own directory.
        // Dead code stays: the bundler would remove calls that only check whether they throw, such as `decodeURIComponent(text)`.
        output: {entryFileNames: '[name].js', chunkFileNames: 'cli-[name].js', minify: false},
        // More modules of the command have side effects than the package's manifest lists.
        treeshake: false,
      },
      ...options,
    },
  });
}
