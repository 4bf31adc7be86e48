import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';

/* The folder and the version of the built package, for `server/` and the demo. To use another value of `package.json`,
 * export it here. This file must stay in `server/`: `packageDirectory` is relative to it. */

/** The output directory of `npm run build`, which contains this module's folder. */
export const packageDirectory = fileURLToPath(new URL('../', import.meta.url));

/** The version of the packages `tavle-server` and `tavle`. */
export const {version} = createRequire(import.meta.url)('#package.json') as {version: string};
