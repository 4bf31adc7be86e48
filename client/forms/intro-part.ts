import {Part} from '../shared/part.ts';

/** The code for intro pages, loaded with the form. A search does not need it. */
export const introPart = new Part(() => import('./intro.ts'));
