import {defineConfig} from 'playwright/test';

import endToEnd from '../e2e/playwright.config.ts';

/** Runs the `*.spec.ts` of this folder, for the proof of a release: `npx playwright test -c proof`, after `npm run build`. */
export default defineConfig({
  ...endToEnd,
  testDir: '.',
  testMatch: '*.spec.ts',
  // No sample data, since only one test starts a demo.
  globalSetup: [],
  outputDir: '../test-results/proof',
  reporter: [['list'], ['json', {outputFile: '../test-results/proof.json'}]],
});
