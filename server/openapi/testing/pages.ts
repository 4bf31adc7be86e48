import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

import type {Router} from '@koa/router';

import {embedScripts} from '../../embed/operations.ts';
import {packagePages} from '../../pages.ts';
import {newDirectory} from '../../testing/directory.ts';
import {version} from '../../version.ts';

/** The files of a build that holds next to nothing; compressed ones hold the name of their coding. */
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

/** The routes of the script and the documentation that every service has, with {@link files} as the build. */
export function testPages(publicUrl: string): Router[] {
  const built = newDirectory();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(built, name)), {recursive: true});
    writeFileSync(join(built, name), content);
  }
  const routes = packagePages(publicUrl, built);
  // The service holds all of it in memory.
  rmSync(built, {recursive: true});
  return routes;
}
