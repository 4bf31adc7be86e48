import {createProgress} from './built.mjs';

const [, , name = '', title = name] = process.argv;
const progress = createProgress();

/** Reports the progress of the measurement of this process.
 * @param {string} what @param {number} done @param {number} [total] */
export function report(what, done, total) {
  progress.report(`${title}: ${what}`, done, total);
}

export const endProgress = () => progress.end();
