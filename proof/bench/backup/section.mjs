/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data}) {
  const {contents, backup, restore, megabytes} = data;
  const row = (/** @type {string} */ step, /** @type {typeof backup} */ cost) => ({
    step,
    ...cost,
    rate: contents.documents / cost.seconds,
  });
  return {
    title: 'Server: backup and restore',
    goals: [],
    values: {
      ...data,
      steps: [row('backup', backup), row('restore, with the check of every index entry', restore)],
      share: megabytes.backup / megabytes.store,
    },
  };
}
