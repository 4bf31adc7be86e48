import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';

import type {checkSync as CheckSync} from 'recheck';
import ts from 'typescript';
import {describe, expect, it} from 'vitest';

/** By its file, since the main one looks for a Java machine first. */
const require = createRequire(import.meta.url);
const {checkSync} = require('recheck/lib/browser.js') as {checkSync: typeof CheckSync};
const {version: recheckVersion} = require('recheck/package.json') as {version: string};

/** Holds an empty file for each pattern that this version of the checker found safe. Checking all of them takes 6 seconds. */
const cache = 'node_modules/.cache/tavle-patterns';
mkdirSync(cache, {recursive: true});

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

const files = ['server', 'client', 'demo']
  .flatMap(directory => ts.sys.readDirectory(directory, ['.ts']))
  .filter(file => !/\.test\.ts$|\/testing\//.test(file));

function patternsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  (function visit(node: ts.Node): void {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const place = `${file}:${line}`;
      found.push({source: node.text.slice(1, end), flags: node.text.slice(end + 1), place});
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
      throw new Error(`${file} makes a pattern that nobody can check before it runs.`);
    ts.forEachChild(node, visit);
  })(source);
  return found;
}

const patterns = files.flatMap(patternsIn);

describe('no text makes a pattern slow', () => {
  it('and the check would tell of one that is', () => {
    expect(patterns.length).toBeGreaterThan(30);
    expect(checkSync('^(a+)+$', '').status).toBe('vulnerable');
  });

  it.each(patterns)('/$source/$flags in $place', ({source, flags}) => {
    const checked = createHash('sha256').update(`${recheckVersion}/${source}/${flags}`).digest('hex');
    if (existsSync(join(cache, checked))) return;
    const {status, ...details} = checkSync(source, flags, {checker: 'automaton', timeout: 50_000});
    expect(status, JSON.stringify(details)).toBe('safe');
    writeFileSync(join(cache, checked), '');
  });
});
