import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {check} from 'recheck';
import {parseSync, Visitor} from 'vite';
import {describe, expect, it} from 'vitest';

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly location: string;
}

const files = ['server', 'client', 'demo']
  .flatMap(directory =>
    readdirSync(directory, {recursive: true, encoding: 'utf8'}).map(name => join(directory, name)),
  )
  .filter(file => file.endsWith('.ts') && !/\.test\.ts$|\/testing\/|\/node_modules\//.test(file));

function patternsIn(file: string): Pattern[] {
  const text = readFileSync(file, 'utf8');
  const found: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({source: node.regex.pattern, flags: node.regex.flags, location: `${file}:${line}`});
    },
    NewExpression({callee}) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        throw new Error(`${file} creates a pattern at run time, which this test cannot check.`);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

const patterns = files.flatMap(patternsIn);

describe('regular expressions', () => {
  it('are found, and the check detects a vulnerable one', async () => {
    expect(patterns.length).toBeGreaterThan(30);
    expect((await check('^(a+)+$', '')).status).toBe('vulnerable');
  });

  it.each(patterns)('take linear time: /$source/$flags in $location', async ({source, flags}) => {
    const {status, ...details} = await check(source, flags, {checker: 'automaton', timeout: 50_000});
    expect(status, JSON.stringify(details)).toBe('safe');
  });
});
