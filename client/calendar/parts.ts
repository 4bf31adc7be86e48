import {Part} from '../shared/part.ts';

/** What the dialog shows of a deadline, marks, the link for calendar apps, and the search for the closest deadline. */
export const dialogsPart = new Part(() => import('./dialogs.ts'));

/** The year. */
export const yearPart = new Part(() => import('./year.ts'));
