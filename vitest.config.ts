import {playwright} from '@vitest/browser-playwright';
import {configDefaults, defineConfig} from 'vitest/config';
import type {BrowserCommandContext} from 'vitest/node';

import {chromiumLaunch} from './e2e/support/chromium.ts';
import {testWorkers} from './scripts/tests/workers.mjs';
import build from './vite.config.ts';

const modelTests = 'client/*/model/*.test.ts';

/** Whether Vitest runs the tests once, and does not wait for changes. */
const isRun = ['run', '--run'].some(parameter => process.argv.includes(parameter));

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the point of the page for a point of the frame of the tests, which Vitest shows scaled. */
async function pointInPage(context: BrowserCommandContext, x: number, y: number): Promise<Point> {
  const tests = await context.frame();
  const box = await (await tests.frameElement()).boundingBox();
  const scale = (box?.width ?? 0) / (await tests.evaluate(() => innerWidth));
  return {x: (box?.x ?? 0) + x * scale, y: (box?.y ?? 0) + y * scale};
}

/** Runs the tests next to the code. A separate file, since a build needs no browser. */
export default defineConfig({
  ...build,
  test: {
    // No test measures time: a busy machine or a slow disk must not fail one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // More workers than cores: many tests wait for servers, timers and frames of the browser.
    maxWorkers: testWorkers,
    expect: {poll: {timeout: 30_000, interval: 20}},
    setupFiles: ['scripts/tests/wait-timeouts.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'demo/*.test.ts',
            'proof/*.test.ts',
            'proof/*/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
          // Each worker loads the modules once, not once for each file.
          isolate: false,
          globalSetup: 'server/testing/shared-redis.ts',
          setupFiles: 'server/testing/setup.ts',
        },
      },
      {
        extends: true,
        test: {name: 'client-model', include: [modelTests], environment: 'node', isolate: false},
      },
      {
        extends: true,
        // Each test file loads the modules again in a new frame. The browser caches them during a run.
        ...(isRun && {server: {headers: {'Cache-Control': 'max-age=3600'}}}),
        test: {
          name: 'client',
          setupFiles: 'client/testing/setup.ts',
          include: ['client/**/*.test.ts'],
          exclude: [...configDefaults.exclude, modelTests],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({launchOptions: chromiumLaunch}),
            instances: [{browser: 'chromium'}],
            expect: {
              toMatchScreenshot: {
                timeout: 0,
                resolveScreenshotPath: ({arg, ext, root}) => `${root}/client/testing/pictures/${arg}${ext}`,
                resolveDiffPath: ({arg, ext, root}) => `${root}/test-results/visual/${arg}${ext}`,
              },
            },
            commands: {
              emulateMedia: ({page}, media: object) => page.emulateMedia(media),
              async elements() {
                // A dynamic import: the module loads TypeScript, which only this command needs.
                const {createManifest, elementsOf} = await import('./scripts/elements/manifest.mjs');
                return elementsOf(createManifest()).map(({tagName, members = [], attributes = []}) => ({
                  tagName,
                  properties: members.filter(({kind}) => kind === 'field').map(({name}) => name),
                  attributes: attributes.map(({name}) => name),
                }));
              },
              async mouse(context, action: 'move' | 'down' | 'up', x: number, y: number) {
                const {page} = context;
                const point = await pointInPage(context, x, y);
                await page.mouse.move(point.x, point.y);
                if (action !== 'move') await page.mouse[action]();
              },
              async touch(context, ...path: readonly (readonly [x: number, y: number])[]) {
                const session = await context.page.context().newCDPSession(context.page);
                const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
                  session.send('Input.dispatchTouchEvent', {type, touchPoints});
                const points = await Promise.all(path.map(at => pointInPage(context, ...at)));
                for (const [index, point] of points.entries())
                  await touch(index ? 'touchMove' : 'touchStart', point);
                await touch('touchEnd');
                await session.detach();
              },
              resizeWindow: ({page}, size: {width: number; height: number}) => page.setViewportSize(size),
            },
          },
        },
      },
    ],
  },
});
