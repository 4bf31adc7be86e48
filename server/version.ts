import {createRequire} from 'node:module';

/** The version of both packages. */
export const {version} = createRequire(import.meta.url)('#package.json') as {version: string};
