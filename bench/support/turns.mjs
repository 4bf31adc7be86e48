import {report} from './progress.mjs';

/**
 * Measures each subject once in every round, so that other load of the machine affects all of them. Discards a first warm-up round.
 *
 * @template Subject, Figure
 * @template {string} Name
 * @param {Readonly<Record<Name, Subject>>} subjects
 * @param {number} rounds
 * @param {(subject: Subject) => Promise<Figure>} measure
 * @returns {Promise<Record<Name, Figure[]>>} Each subject's figures by round.
 */
export async function inTurns(subjects, rounds, measure) {
  const named = /** @type {[Name, Subject][]} */ (Object.entries(subjects));
  const figures = named.map(([name, subject]) => ({name, subject, all: /** @type {Figure[]} */ ([])}));
  for (let round = 0; round <= rounds; round += 1) {
    for (const {name, subject, all} of figures) {
      report(`${name}, round`, round, rounds);
      const figure = await measure(subject);
      if (round) all.push(figure);
    }
  }
  return /** @type {Record<Name, Figure[]>} */ (
    Object.fromEntries(figures.map(({name, all}) => [name, all]))
  );
}
