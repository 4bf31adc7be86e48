/**
 * Measures each subject once in every round, so that other load of the machine affects all of them. Discards a first warm-up round.
 *
 * @template Subject, Figure
 * @param {Readonly<Record<string, Subject>>} subjects
 * @param {number} rounds
 * @param {(subject: Subject) => Promise<Figure>} measure
 * @param {import('../run-one.mjs').Report} report
 * @returns {Promise<Record<string, Figure[]>>} Each subject's figures by round.
 */
export async function inTurns(subjects, rounds, measure, report) {
  /** @type {Record<string, Figure[]>} */
  const figures = Object.fromEntries(Object.keys(subjects).map(name => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, subject] of Object.entries(subjects)) {
      report(`${name}, round`, round, rounds);
      const figure = await measure(subject);
      if (round) figures[name]?.push(figure);
    }
  }
  return figures;
}
