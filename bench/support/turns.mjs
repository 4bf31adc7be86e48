/**
 * Measures each subject once in every round, so that whatever else the machine does falls on all of them. A first round warms
 * up and is left out.
 *
 * @template Subject, Figure
 * @param {Readonly<Record<string, Subject>>} subjects
 * @param {number} rounds
 * @param {(subject: Subject) => Promise<Figure>} measure
 * @param {import('../take.mjs').Report} report
 * @returns {Promise<Record<string, Figure[]>>} each subject's figures, a round each
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
