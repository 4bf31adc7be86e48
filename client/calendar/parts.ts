import {Part} from '../shared/part.ts';

/**
 * What a person needs who does something in a calendar: what the dialog shows of a deadline, marks, the link for calendar apps, and
 * the search for earlier and later deadlines.
 */
export const dialogsPart = new Part(() => import('./dialogs.ts'));

/** The choices of the filter, and what is printed: loaded when the page is idle, since a browser that prints does not wait. */
export const toolsPart = new Part(() => import('./tools.ts'));

/** The year. */
export const yearPart = new Part(() => import('./year.ts'));
