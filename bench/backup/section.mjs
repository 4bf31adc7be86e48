import {show, table} from '../page/format.mjs';

/** @typedef {import('./measure.mjs').Backup} Backup */

/** @param {import('../run-one.mjs').Result<Backup>} result @returns {import('../page/page.mjs').Section} */
export function describe({data}) {
  const {deadlines, authorities, companies, sampled, contents, backup, restore, megabytes} = data;
  const row = (/** @type {string} */ name, /** @type {import('./measure.mjs').Cost} */ {seconds, peak}) => [
    name,
    show(seconds, 1),
    show(contents.documents / seconds),
    show(peak),
  ];
  return {
    title: 'Server: backup and restore',
    charts: [],
    goals: [],
    text: `
An LMDB store has ${show(deadlines)} deadlines of ${authorities} authorities for ${show(companies)} companies, every thousandth for all of them, and the same number of marks: ${show(contents.documents)} documents and
${show(contents.members)} index entries. It is backed up, and restored into a Redis Cluster of three masters with a replica each and append-only files. Both stores return the same data: each document with
its version and operation, each index entry, each counter, the month of ${show(sampled.companies)} companies (${show(contents.seen)} deadlines) and the lists of ${sampled.authorities} authorities (${show(contents.listed)} deadlines).

${table(
  ['Step', 's', 'documents per second', 'maximum private memory, MB'],
  [row('backup', backup), row('restore, with the check of every index entry', restore)],
)}
The size of the backup is ${show(megabytes.backup)} MB, ${show(megabytes.backup / megabytes.store, 2)} of the embedded store's ${show(megabytes.store)} MB. All processes shared one machine.
`,
  };
}
