import {Part} from '../shared/part.ts';

/**
 * What a person needs who does something in a calendar: what the dialog shows of a deadline, marks, the link for calendar apps, and
 * the search for earlier and later deadlines.
 */
export const dialogsPart = new Part(() => import('./dialogs.ts'));

/** The year. */
export const yearPart = new Part(() => import('./year.ts'));
