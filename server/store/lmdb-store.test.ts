import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterAll} from 'vitest';

import {openLmdbStore} from './lmdb-store.ts';
import {storeContract} from './testing/contract.ts';

const directory = await mkdtemp(join(tmpdir(), 'tavle-lmdb-'));
afterAll(() => rm(directory, {recursive: true, force: true}));

storeContract('LMDB', () => Promise.resolve(openLmdbStore(join(directory, 'store.v1'))));
