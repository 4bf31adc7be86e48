import {readFeed, subscribe} from './support/demo-calendar.ts';
import {runToEnd} from './support/process.ts';
import {expect, test} from './support/test.ts';

/** Loads a file of `support/` before the command. */
const withPreload = (name: string) => ({
  NODE_OPTIONS: `--import=${new URL(`support/${name}`, import.meta.url).href}`,
});

test('a Node.js with English ICU data only knows the day, serves feeds and sorts in Danish', async ({
  startDemo,
  demo,
}) => {
  const {url} = await startDemo(withPreload('english-icu.mjs'));
  const english = await readFeed(await subscribe(url));
  const all = await readFeed(await subscribe(demo.url));
  expect(english.length).toBeGreaterThan(10);
  const titles = english.map(({summary}) => summary);
  expect(titles).toEqual(all.map(({summary}) => summary).filter(title => titles.includes(title)));
  const authorities = async (service: string) =>
    (await (await fetch(`${service}/formularer/1/myndigheder`)).json()) as unknown;
  expect(await authorities(url)).toEqual(await authorities(demo.url));
});

test('a Node.js without Intl prints one line and exits with code 1', async ({settings, directory}) => {
  for (const command of ['serve', 'check', '--version']) {
    const {code, stdout, stderr} = await runToEnd(
      [command],
      {...settings, ...withPreload('no-intl.mjs')},
      directory,
    );
    expect({code, stdout}).toEqual({code: 1, stdout: ''});
    expect(stderr).toMatch(/^This Node\.js was built without Intl, .+\n$/);
  }
});
