import {build} from 'vite';

/**
 * Bundles the server's modules, not its dependencies, into the command, with source maps.
 *
 * @param {import('vite').BuildOptions} options
 */
export function bundleServer(options = {}) {
  return build({
    configFile: false,
    logLevel: 'warn',
    // The files of the demo are built separately.
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      sourcemap: true,
      outDir: 'dist/server',
      rolldownOptions: {
        input: {cli: 'server/cli.ts', modules: 'proof/bench/support/modules.ts'},
        // The modules find files by the directory that they are in.
        // Not even dead code is removed: the bundler takes calls that are made to see whether they throw, such as `decodeURIComponent(text)`, for dead.
        output: {entryFileNames: '[name].js', chunkFileNames: 'cli-[name].js', minify: false},
        // The package's manifest says that modules have no side effects; the command's have.
        treeshake: false,
      },
      ...options,
    },
  });
}
