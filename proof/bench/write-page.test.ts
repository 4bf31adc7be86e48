import {readFileSync} from 'node:fs';

import {describe, expect, it} from 'vitest';

import {measurements, renderAll} from './write-page.mjs';

describe('the benchmark pages', () => {
  it('match the results', async () => {
    const files = await renderAll();
    const read = (name: string) => readFileSync(`docs/operate/${name}`, 'utf8');
    for (const [name, text] of files) expect(read(name), 'run "npm run bench -- --render"').toBe(text);
  });

  it('have every measurement and figure', async () => {
    const files = await renderAll();
    const summary = files.get('benchmarks.md') ?? '';
    const page = [...files.values()].join('\n');
    for (const name of measurements) expect(summary).toContain(`| \`${name}\` |`);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
});
