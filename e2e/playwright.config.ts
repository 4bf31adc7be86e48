import {defineConfig} from 'playwright/test';

import {chromiumLaunch} from './support/chromium.ts';

/** The tests against the built service as a separate process: `npx playwright test -c e2e`, after `npm run build`. */
export default defineConfig({
  testMatch: '*.spec.ts',
  globalSetup: './support/sample-data.ts',
  outputDir: '../test-results/e2e',
  reporter: [['list'], ['json', {outputFile: '../test-results/e2e.json'}]],
  fullyParallel: true,
  // Many tests wait: for a timeout of the service, a failover or a process that starts.
  workers: 4,
  retries: 0,
  // No test is about time: a busy machine must not fail it.
  timeout: 240_000,
  expect: {timeout: 30_000},
  forbidOnly: process.env.CI !== undefined,
  use: {launchOptions: chromiumLaunch},
});
