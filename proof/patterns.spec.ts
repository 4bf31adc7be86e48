import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {check} from 'recheck';
import {parseSync, Visitor} from 'vite';

import {expect, test} from '../e2e/support/test.ts';

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

test('regular expressions are found, and the check detects a vulnerable one', async () => {
  expect(patterns.length).toBeGreaterThan(30);
  expect((await check('^(a+)+$', '')).status).toBe('vulnerable');
});

test('every regular expression takes linear time', async () => {
  for (const {source, flags, location} of patterns) {
    const {status, ...details} = await check(source, flags, {checker: 'automaton', timeout: 50_000});
    expect.soft(status, `/${source}/${flags} in ${location}: ${JSON.stringify(details)}`).toBe('safe');
  }
});
