import {fileURLToPath} from 'node:url';

/** The directory of what `npm run build` makes, which contains this module's folder. */
export const packageDirectory = fileURLToPath(new URL('../', import.meta.url));
