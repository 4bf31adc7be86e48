import {readdirSync, readFileSync} from 'node:fs';

import {describe, expect, it} from 'vitest';

import {measurements} from './measurements.mjs';
import {renderAll} from './write-page.mjs';

describe('the benchmark pages', () => {
  it('match the results, with their charts and no others', async () => {
    const files = await renderAll();
    const read = (name: string) => readFileSync(`docs/operate/${name}`, 'utf8');
    for (const [name, text] of files) expect(read(name), 'run "npm run bench -- --render"').toBe(text);
    const charts = readdirSync('docs/operate/benchmarks').map(name => `benchmarks/${name}`);
    expect(charts.sort()).toEqual([...files.keys()].filter(name => name.endsWith('.svg')).sort());
  });

  it('have every measurement, figure and picture', async () => {
    const files = await renderAll();
    const summary = files.get('benchmarks.md') ?? '';
    const page = [...files].flatMap(([name, text]) => (name.endsWith('.md') ? [text] : [])).join('\n');
    for (const name of measurements) expect(summary).toContain(`| \`${name}\` |`);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    for (const name of files.keys()) {
      if (name.endsWith('.svg')) expect(page).toMatch(new RegExp(`!\\[[^\\]]{40,}\\]\\(${name}\\)`));
    }
  });
});
