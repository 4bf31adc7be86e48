import {createRequire} from 'node:module';

export const {version} = createRequire(import.meta.url)('tavle/package.json') as {version: string};
