import {createHash} from 'node:crypto';

import {
  fristCounter,
  fristEntries,
  fristKey,
  markKey,
  recipientsKey,
} from '../../dist/server/calendar/records.js';
import {keyPath} from '../../dist/server/store/key.js';

/** @typedef {import('../../dist/server/store/store.js').StoredDocument} StoredDocument */

export const authorities = 100;

/** CVR numbers of the companies and the authorities, by index. */
export const cvrOf = (/** @type {number} */ index) => String(20_000_000 + index);
export const authorityOf = (/** @type {number} */ index) => String(10_000_000 + index);

const batch = 10_000;

/**
 * Writes deadlines with one recipient each and its mark. Every thousandth deadline is for all companies.
 *
 * @param {import('../support/store.mjs').Store} store
 * @param {number} size Number of deadlines.
 * @param {number} companies
 * @param {(done: number) => void} report
 */
export async function fill(store, size, companies, report) {
  for (let start = 1; start <= size; start += batch) {
    /** @type {StoredDocument[]} */
    const documents = [];
    /** @type {import('../../dist/server/store/store.js').Entry[]} */
    const entries = [];
    for (let id = start; id < Math.min(start + batch, size + 1); id++) {
      const [record, recipients] = newFrist(id, companies);
      const operation = record.delivery;
      documents.push({path: keyPath(fristKey(id)), version: 1 + (id % 3), operation, value: record});
      if (recipients) {
        const path = keyPath(recipientsKey(id, record.delivery));
        documents.push({path, version: 1, operation, value: recipients});
      }
      const mark = {revision: 0, isLaest: true, isSlettet: id % 7 === 0};
      const marked = keyPath(markKey(cvrOf(id % companies), id));
      documents.push({path: marked, version: 1, operation, value: mark});
      entries.push(...fristEntries(id, record, recipients));
    }
    await store.contents.putDocuments(documents);
    await store.addEntries(entries);
    report(Math.min(start + batch - 1, size));
  }
  await store.add(fristCounter, size);
}

/** @param {number} id @param {number} companies
 * @returns {[import('../../dist/server/calendar/records.js').FristRecord, string[] | null]} */
function newFrist(id, companies) {
  const recipients = id % 1000 ? [cvrOf(id % companies)] : null;
  const month = String(1 + (Math.floor(id / companies) % 12)).padStart(2, '0');
  const day = String(1 + (id % 28)).padStart(2, '0');
  const record = {
    afsenderCvr: authorityOf(id % authorities),
    fristDato: `2027-${month}-${day}`,
    overskrift: `Indberetning ${id} af moms for perioden`,
    beskrivelse: `<p>Husk at indberette og betale senest på fristen. Sagsnummer ${id}.</p>`,
    feedDescription: `DESCRIPTION:Husk at indberette og betale senest på fristen. Sagsnummer ${id}.\r\n`,
    antal: recipients && recipients.length,
    delivery: createHash('sha256').update(String(id)).digest('base64url').slice(0, 16),
    revision: 0,
    aendret: '2026-11-01T12:00:00.000Z',
  };
  return [record, recipients];
}
