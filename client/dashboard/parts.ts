import {Part} from '../shared/part.ts';

/** The code that changes the order of the apps. */
export const arrangingPart = new Part(() => import('./arranging.ts'));
