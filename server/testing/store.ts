import {afterAll} from 'vitest';

import {openStore} from '../store/open-store.ts';
import {silent, type Store} from '../store/store.ts';
import {openEngine} from './engines.ts';
import type {BlockService} from './service.ts';

/** Returns an empty store on LMDB for the tests of the enclosing block or file. */
export async function useStore(): Promise<Store> {
  const engine = await openEngine('LMDB');
  afterAll(() => engine.stop());
  return useStoreOf({engine});
}

/** Returns the store of a service on LMDB for the tests of the enclosing block or file. */
export function useStoreOf({engine}: Pick<BlockService, 'engine'>): Store {
  const store = openStore(engine.address, silent);
  afterAll(() => store.close());
  return store;
}
