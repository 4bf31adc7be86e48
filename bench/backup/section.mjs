/** @typedef {import('./measure.mjs').Backup} Backup */

/** @param {import('../run-one.mjs').Result<Backup>} result @returns {import('../page/page.mjs').Section} */
export function describe({data}) {
  const {contents, backup, restore, megabytes} = data;
  const row = (/** @type {string} */ step, /** @type {import('./measure.mjs').Cost} */ cost) => ({
    step,
    ...cost,
    rate: contents.documents / cost.seconds,
  });
  return {
    title: 'Server: backup and restore',
    charts: [],
    goals: [],
    values: {
      ...data,
      steps: [row('backup', backup), row('restore, with the check of every index entry', restore)],
      share: megabytes.backup / megabytes.store,
    },
  };
}
