import {check} from 'recheck';
import ts from 'typescript';
import {describe, expect, it} from 'vitest';

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly location: string;
}

const files = ['server', 'client', 'demo']
  .flatMap(directory => ts.sys.readDirectory(directory, ['.ts']))
  .filter(file => !/\.test\.ts$|\/testing\//.test(file));

/** Creates patterns of letters and digits without repetition from the words of a search: they take linear time. */
const withoutRepetition = 'server/forms/public/words.ts';

function patternsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  (function visit(node: ts.Node): void {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const location = `${file}:${line}`;
      found.push({source: node.text.slice(1, end), flags: node.text.slice(end + 1), location});
    }
    const isCreated = ts.isNewExpression(node) && node.expression.getText() === 'RegExp';
    if (isCreated && !file.endsWith(withoutRepetition))
      throw new Error(`${file} creates a pattern at run time, which this test cannot check.`);
    ts.forEachChild(node, visit);
  })(source);
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
