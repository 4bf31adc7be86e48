import {describe, expect, it} from 'vitest';

import {createFollower} from '../calendar/personal/companies.ts';
import {createLinks, followingLinks} from '../calendar/personal/links.ts';
import type {Store} from '../store/store.ts';
import {enginesOfLongRun} from '../testing/engines.ts';
import {newStore} from '../testing/store.ts';
import {repair} from './repair.ts';

const progress = {report: () => undefined, end: () => undefined};
const [novo, lego] = ['24256790', '47458714'] as const;
const later = Date.now() + 2 * 3_600_000;

const person = (owner: string, issuedAt: number, ...cvrs: string[]) => ({owner, cvrs, issuedAt});

async function membersOf({contents}: Store): Promise<string[]> {
  const found: string[] = [];
  for await (const chunk of contents.members()) found.push(...chunk.flatMap(({members}) => members));
  return found;
}

describe.each(enginesOfLongRun)('tavle repair on %s', engine => {
  it('removes a superfluous index entry of a person whose key has a digest', async () => {
    const store = await newStore(engine);
    const owner = 'o'.repeat(300);
    const {link} = await createLinks(store).create(person(owner, 1, novo), 'Min telefon');
    const before = await membersOf(store);
    await store.addEntries([{index: ['person', owner, 'abonnementer'], member: `${link.oprettet} another`}]);
    expect(await repair(store, progress, later)).toMatchObject({entriesRemoved: 1});
    expect(await membersOf(store)).toEqual(before);
  });

  it('keeps the index entry of a company that joins a link again at the same time', async () => {
    const store = await newStore(engine);
    const links = createLinks(store);
    const follow = (on: Store, issuedAt: number, ...cvrs: string[]) =>
      createFollower(on, [followingLinks])(person('anna', issuedAt, ...cvrs));
    const {link} = await links.create(person('anna', 1, novo, lego), 'Min telefon');
    // A crash after the write leaves the index entry of the company.
    await follow({...store, removeEntries: () => Promise.resolve()}, 2, novo);
    const joining: Store = {
      ...store,
      contents: {
        ...store.contents,
        async removeEntries(entries) {
          await follow(store, 3, novo, lego);
          await store.contents.removeEntries(entries);
        },
      },
    };
    expect(await repair(joining, progress, later)).toMatchObject({entriesRemoved: 0});
    const found: string[] = [];
    for await (const page of links.list('company', lego)) found.push(...page.map(({id}) => id));
    expect(found).toEqual([link.id]);
  });
});
