import {createRequire} from 'node:module';

import type * as Client from 'ioredis';

const require = createRequire(import.meta.url);

/** Loads `ioredis`, and only for a store on Redis: it takes a fifth of the time in which a process starts. */
export function loadClient(): typeof Client {
  return require('ioredis') as typeof Client;
}
