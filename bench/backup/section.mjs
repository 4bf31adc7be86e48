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
${show(deadlines)} deadlines of ${authorities} authorities to ${show(companies)} companies, every thousandth to all, and as many marks: in LMDB, backed up,
and restored into a Redis Cluster of three masters with a replica each, which writes its append-only files. In all ${show(contents.documents)} documents and
${show(contents.members)} index entries. Both sides read the same: each document with its version and operation, each index entry, each counter, the month of
${show(sampled.companies)} companies (${show(contents.seen)} deadlines) and the lists of ${sampled.authorities} authorities (${show(contents.listed)} deadlines).

${table(
  ['Step', 's', 'documents a second', 'most private memory, MB'],
  [row('backup', backup), row('restore, with the check of every hint', restore)],
)}
The backup has ${show(megabytes.backup)} MB, ${show(megabytes.backup / megabytes.store, 2)} of the embedded store's ${show(megabytes.store)} MB. All processes shared one machine.
`,
  };
}
