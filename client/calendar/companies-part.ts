import {Part} from '../shared/part.ts';

/** The code that only several companies need, in a calendar and in `<tavle-deadlines>`. */
export const companiesPart = new Part(() => import('./companies.ts'));
