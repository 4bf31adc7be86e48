import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';

/** The directory of what `npm run build` makes, which contains this module's folder. */
export const packageDirectory = fileURLToPath(new URL('../', import.meta.url));

/** The version of both packages. */
export const {version} = createRequire(import.meta.url)('#package.json') as {version: string};
