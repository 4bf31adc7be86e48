import {Part} from '../shared/part.ts';

/** What shows an intro page: loaded with the form. A search does not need it. */
export const introPart = new Part(() => import('./intro.ts'));
