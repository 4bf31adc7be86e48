import {Part} from '../shared/part.ts';

/**
 * The code for a person's actions: the dialog's content, marks, the link for calendar apps, and the search for earlier and later
 * deadlines.
 */
export const dialogsPart = new Part(() => import('./dialogs.ts'));

/** The filter's choices and the print view: loaded when the page is idle, since a printing browser does not wait. */
export const toolsPart = new Part(() => import('./tools.ts'));

export const yearPart = new Part(() => import('./year.ts'));
