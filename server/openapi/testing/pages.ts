import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';

import type {Router} from '@koa/router';

import {createPages} from '../../pages.ts';

export const version = '0.1.0';

/** What every service has beside the interfaces, of a build that holds next to nothing. */
export function testPages(publicUrl: string): Router[] {
  const built = mkdtempSync(join(tmpdir(), 'tavle-built-'));
  for (const name of ['embed/tavle.js', `embed/${version}/tavle.js`, 'docs/index.html', 'docs/page.js']) {
    mkdirSync(dirname(join(built, name)), {recursive: true});
    writeFileSync(join(built, name), 'built');
  }
  return createPages(built, version, publicUrl);
}
