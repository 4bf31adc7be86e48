import {defineConfig} from 'playwright/test';

import {testWorkers} from '../scripts/tests/workers.mjs';
import {chromiumLaunch} from './support/chromium.ts';

/**
 * Runs the tests against the built service as a separate process, and one round of some faults: `npx playwright test -c e2e`, after
 * `npm run build`. `proof/playwright.config.ts` extends it: a change here affects the proof of a release as well.
 */
export default defineConfig({
  testDir: '..',
  testMatch: ['e2e/*.spec.ts', 'proof/faults/*.spec.ts'],
  globalSetup: './support/sample-data.ts',
  outputDir: '../test-results/e2e',
  reporter: [['list'], ['json', {outputFile: '../test-results/e2e.json'}]],
  fullyParallel: true,
  // More workers than cores: many tests wait for a timeout, a failover or a process.
  workers: testWorkers,
  retries: 0,
  // A busy machine must not fail a test.
  timeout: 240_000,
  expect: {timeout: 30_000},
  forbidOnly: process.env.CI !== undefined,
  use: {launchOptions: chromiumLaunch},
});
