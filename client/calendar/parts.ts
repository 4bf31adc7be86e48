import {Part} from '../shared/part.ts';

/** What the dialog shows of a deadline, and the link for calendar apps. */
export const dialogsPart = new Part(() => import('./dialogs.ts'));

/** The year. */
export const yearPart = new Part(() => import('./year.ts'));
