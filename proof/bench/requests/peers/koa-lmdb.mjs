import {open} from 'lmdb';

import {serve} from './koa.mjs';

// Makes the store as durable as Tavle's: a write resolves once it is on the disk.
const root = open({path: process.env.LMDB_PATH ?? '', overlappingSync: false});
/** @type {import('lmdb').Database<Record<string, string>, string>} */
const states = root.openDB('states', {encoding: 'json'});
/** @type {import('lmdb').Database<string, string[]>} */
const index = root.openDB('index', {encoding: 'string'});
/** @type {import('lmdb').Database<unknown, string>} */
const deadlines = root.openDB('deadlines', {encoding: 'json'});

serve({
  async states(owner, apps) {
    const found = states.get(owner) ?? {};
    return apps.map(app => found[app]);
  },
  change: (owner, app, state) =>
    states.transaction(() => void states.put(owner, {...states.get(owner), [app]: state})),
  month: async (company, from, to) =>
    index.getRange({start: [company, from], end: [company, `${to};`]}).map(({value}) => deadlines.get(value))
      .asArray,
});
