import {createHash} from 'node:crypto';

import {createCompanyCalendar, createDeliveries} from '../support/built.mjs';
import {report} from '../support/rounds.mjs';
import {authorityOf, cvrOf} from './fill.mjs';

const month = {fra: '2027-03-01', til: '2027-03-31'};

/** Returns counts and digests of a store's content, and of the lists of companies and authorities, for `measure.mjs`, which compares two stores. The digests do not depend on the order.
 * @param {import('../support/start.mjs').Store} store @param {string} name @param {number} companies
 * @param {{companies: number, authorities: number}} sampled Numbers of companies' months and authorities' lists to read. */
export async function readAll(store, name, companies, sampled) {
  const {contents} = store;
  const documents = new Sum();
  for await (const chunk of contents.documents()) {
    for (const {path, version, operation, value} of chunk) documents.add([path, version, operation, value]);
    report(`${name}, documents read`, documents.count);
  }
  const members = new Sum();
  for await (const chunk of contents.members()) {
    // Ignores the notice of a change without a deadline, which a restore adds.
    for (const {path, members: some} of chunk)
      for (const member of some) if (!member.endsWith(' 0')) members.add([path, member]);
    report(`${name}, index entries read`, members.count);
  }
  const counters = new Sum();
  for await (const chunk of contents.counters()) {
    // Ignores the bytes of each authority, which a restore counts and the source has not counted.
    for (const {path, number} of chunk) if (!path.endsWith('/bytes')) counters.add([path, number]);
  }

  const calendar = createCompanyCalendar(store);
  const months = new Sum();
  for (let index = 0; index < sampled.companies; index++) {
    const cvr = cvrOf(Math.floor((index * companies) / sampled.companies));
    for await (const page of calendar.read({cvrs: [cvr]}, month).listAll())
      for (const item of page) months.add([cvr, item]);
    report(`${name}, companies’ months read`, index + 1);
  }
  const deliveries = createDeliveries(store);
  const lists = new Sum();
  for (let index = 0; index < sampled.authorities; index++) {
    for await (const page of deliveries.list(authorityOf(index))) for (const item of page) lists.add(item);
  }
  return {
    documents: documents.count,
    members: members.count,
    seen: months.count,
    listed: lists.count,
    digests: [documents, members, counters, months, lists].map(({digest}) => digest.toString(16)),
  };
}

/** Counts items, and sums their digests. The sum does not depend on their order. */
class Sum {
  count = 0;
  digest = 0n;

  /** @param {unknown} item */
  add(item) {
    this.count += 1;
    const digest = createHash('sha256').update(JSON.stringify(item)).digest().readBigUInt64LE();
    this.digest = BigInt.asUintN(64, this.digest + digest);
  }
}
