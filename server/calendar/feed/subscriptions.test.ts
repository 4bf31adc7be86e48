import {expect, it} from 'vitest';

import {useStore} from '../../testing/store.ts';
import {createSubscriptions} from './subscriptions.ts';

const store = await useStore();

async function countDigests(): Promise<number> {
  let count = 0;
  for await (const paths of store.contents.paths()) {
    count += paths.filter(path => path.startsWith('abonnement/')).length;
  }
  return count;
}

it('keeps one digest for each company when processes replace and revoke its link at the same time', async () => {
  const cvr = '24256790';
  const first = createSubscriptions(store);
  const processes = [first, createSubscriptions(store), createSubscriptions(store)];
  for (let round = 0; round < 10; round += 1) {
    const renewed = processes.flatMap(each => [each.renew(cvr), each.renew(cvr)]);
    const withdrawn = round % 2 ? processes.map(each => each.withdraw(cvr)) : [];
    await Promise.all([...renewed, ...withdrawn]);
  }
  const secret = await first.renew(cvr);
  expect(await first.companyOf(secret)).toBe(cvr);
  expect(await countDigests()).toBe(1);
});
