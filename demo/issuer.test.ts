import {calculateJwkThumbprint, decodeProtectedHeader} from 'jose';
import {expect, it} from 'vitest';

import {createIssuer, users} from './issuer.ts';

it('names its key by the thumbprint, so that another key never has the same kid', async () => {
  const issuer = await createIssuer();
  const [key] = issuer.keySet.keys;
  const [user] = users;
  if (!key || !user) throw new Error('The issuer has no key or no user.');
  expect(key.kid).toBe(await calculateJwkThumbprint(key));
  expect(decodeProtectedHeader((await issuer.issue(user)).token).kid).toBe(key.kid);
});
