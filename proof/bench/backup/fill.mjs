import {createHash} from 'node:crypto';

import {claimFormat, keyPath, records} from '../support/built.mjs';
import {report} from '../support/rounds.mjs';

export const authorities = 100;

/** CVR numbers of the companies and the authorities, by index. */
export const cvrOf = (/** @type {number} */ index) => String(20_000_000 + index);
export const authorityOf = (/** @type {number} */ index) => String(10_000_000 + index);

const batch = 10_000;

/** Writes deadlines directly into a store, for `measure.mjs`, each with one recipient and that company's mark. Every thousandth deadline is for all companies.
 * @param {import('../support/start.mjs').Store} store @param {number} size Number of deadlines. @param {number} companies */
export async function fill(store, size, companies) {
  await claimFormat(store);
  for (let start = 1; start <= size; start += batch) {
    /** @type {import('../../../server/store/engine.ts').StoredDocument[]} */
    const documents = [];
    /** @type {import('../../../server/store/engine.ts').Entry[]} */
    const entries = [];
    for (let id = start; id < Math.min(start + batch, size + 1); id++) {
      const [record, recipients] = newFrist(id, companies);
      const operation = record.delivery;
      /** @param {Parameters<typeof keyPath>[0]} key @param {unknown} value */
      const add = (key, value, version = 1) =>
        documents.push({path: keyPath(key), version, operation, value});
      add(records.fristKey(id), record, 1 + (id % 3));
      if (recipients) add([...records.fristKey(id), 'modtagere'], recipients);
      const mark = {dateRevision: 0, slettet: {tid: '2026-11-28T12:00:00+01:00', owner: 'anna'}};
      add(records.marksKey(cvrOf(id % companies), records.monthOf(record.fristDato)), {[id]: mark});
      for (const set of records.fristEntries(record, id, recipients ?? undefined))
        entries.push(...set.entries());
    }
    await store.contents.putDocuments(documents);
    await store.addEntries(entries);
    report('deadlines written', Math.min(start + batch - 1, size), size);
  }
  await store.add(records.fristCounter, size);
}

/** @param {number} id @param {number} companies
 * @returns {[import('../../../server/calendar/records.ts').FristRecord, string[] | null]} */
function newFrist(id, companies) {
  const recipients = id % 1000 ? [cvrOf(id % companies)] : null;
  const month = String(1 + (Math.floor(id / companies) % 12)).padStart(2, '0');
  const day = String(1 + (id % 28)).padStart(2, '0');
  const record = {
    afsenderCvr: authorityOf(id % authorities),
    afsenderNavn: 'Skattestyrelsen',
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
