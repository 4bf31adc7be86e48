import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {run} from '../server/run.ts';
import {createIssuer} from './issuer.ts';
import {demoRoutes} from './routes.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];
const directory = join('data', 'demo');

const host = process.env.TAVLE_HOST ?? '127.0.0.1';
if (!loopback.includes(host)) {
  process.stderr.write('tavle demo gives tokens to whoever asks, so it listens on this machine only.\n');
  process.exit(1);
}

mkdirSync(directory, {recursive: true});
const issuer = await createIssuer();
const keySetFile = join(directory, 'jwks.json');
writeFileSync(keySetFile, JSON.stringify(issuer.keySet));

await run(
  {
    TAVLE_STORE: `file:${join(directory, 'store')}`,
    TAVLE_PORTAL: fileURLToPath(new URL('../../demo/portal.json', import.meta.url)),
    ...process.env,
    TAVLE_HOST: host,
    TAVLE_TOKEN_JWKS: keySetFile,
    TAVLE_TOKEN_ISSUER: issuer.name,
    TAVLE_TOKEN_AUDIENCE: issuer.audience,
  },
  () => [demoRoutes(fileURLToPath(new URL('../pages', import.meta.url)), issuer)],
);
