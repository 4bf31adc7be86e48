import type {Middleware} from 'koa';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

import {embedScripts} from '../../embed.ts';
import {packageRoutes} from '../../interfaces.ts';
import {version} from '../../package.ts';
import {newDirectory} from '../directory.ts';

/** The files of a minimal build, for tests that run without `npm run build`. Add a file that a test requests. Compressed ones contain the name of their coding. */
const files = {
  ...Object.fromEntries(
    embedScripts.flatMap(name => [
      [`embed/${name}.js`, 'built'],
      [`embed/${version}/${name}.js`, 'built'],
    ]),
  ),
  'docs/index.html': 'built',
  'docs/page.js': 'built',
  'docs/page.css': 'built',
  'docs/page.css.br': 'br',
  'docs/page.css.gz': 'gzip',
  'docs/LICENSE': 'built',
};

/** Returns the routes of the package, with {@link files} and `more` as the build. */
export function testPackageRoutes(publicUrl: string, more: Record<string, string> = {}): Middleware[] {
  const built = newDirectory();
  for (const [name, content] of Object.entries({...files, ...more})) {
    mkdirSync(dirname(join(built, name)), {recursive: true});
    writeFileSync(join(built, name), content);
  }
  const routes = packageRoutes(publicUrl, built);
  // The routes hold the files in memory.
  rmSync(built, {recursive: true});
  return routes;
}
