import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';

/* The folder and the version of the built package, for `server/` and the demo. This file must stay in `server/`. */

/** The output directory of `npm run build`, which contains this module's folder. */
export const packageDirectory = fileURLToPath(new URL('../', import.meta.url));

/** The version of both packages. */
export const {version} = createRequire(import.meta.url)('#package.json') as {version: string};
