import {expect, it} from 'vitest';

import {chooseTests, kinds} from './steps.mjs';
import {toolsOf} from './tools.mjs';

/** Returns the packages that a run needs. */
const packagesOf = (chosen: (typeof kinds.unit)[], ...patterns: string[]) =>
  toolsOf(chooseTests(chosen, patterns).flatMap(({tests = []}) => tests)).flatMap(({packages}) => packages);

const {unit, client, e2e} = kinds;

it.each([
  ['tests of the elements', packagesOf([client]), ['chromium-headless-shell']],
  [
    'a test of the service',
    packagesOf([unit, client, e2e], 'server/store/redis'),
    ['redis-server', 'openssl', 'curl'],
  ],
  ['tests of the scripts', packagesOf([unit], 'scripts/'), []],
  ['all tests of the service', packagesOf([unit]), ['redis-server', 'openssl', 'curl', 'khal', 'calcurse']],
])('%s need only the packages that they use', (_, found, expected) => {
  expect(found).toEqual(expected);
});

it('end-to-end tests need the other packages too', () => {
  expect(packagesOf([e2e])).toEqual(expect.arrayContaining(['redis-server', 'nginx', 'btrfs-progs']));
});
