import {readFileSync} from 'node:fs';

import {playwright} from '@vitest/browser-playwright';
import {defineConfig} from 'vitest/config';

const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string};

/** Builds the embed file and runs the tests beside the code; `demo/vite.config.ts` builds the demo's pages. */
export default defineConfig({
  define: {__VERSION__: JSON.stringify(version)},
  build: {
    outDir: 'dist/embed',
    target: 'es2022',
    modulePreload: false,
    // The library mode, since the other one wraps each lazy import in code for style sheets; but without white space.
    lib: {entry: 'client/embed.ts', formats: ['es'], fileName: 'tavle'},
    // No digest in the name of what is loaded later: the address of a version's folder has it all.
    rolldownOptions: {output: {minify: true, chunkFileNames: '[name].js'}},
  },
  test: {
    // No test is about time: a busy machine or a slow disk shall not fail it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: {poll: {timeout: 30_000, interval: 20}},
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/testing/shared-redis.ts',
          setupFiles: 'server/testing/properties.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['client/**/*.test.ts', 'bench/page/chart.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({launchOptions: (await import('./e2e/support/chromium.ts')).chromiumLaunch}),
            instances: [{browser: 'chromium'}],
            commands: {emulateMedia: ({page}, media: object) => page.emulateMedia(media)},
          },
        },
      },
    ],
  },
});
