import {Part} from '../shared/part.ts';

/** What changes the order of the apps. */
export const arrangingPart = new Part(() => import('./arranging.ts'));
