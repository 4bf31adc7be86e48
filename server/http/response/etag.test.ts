import type {Context} from 'koa';
import {expect, it} from 'vitest';

import {requireMatch} from './etag.ts';

const requestWith = (headers: Record<string, string>) => ({req: {headers}}) as unknown as Context;

it('computes no tags for a change without a precondition', () => {
  const currentTags = () => {
    throw new Error('computed');
  };
  requireMatch(requestWith({}), true, currentTags);
  expect(() => requireMatch(requestWith({'if-match': '"a"'}), true, currentTags)).toThrow('computed');
});

it.each([
  // The headers, whether the resource exists, and its tags; whether the change is refused.
  [{'if-match': '"a"'}, true, ['"a"'], false],
  [{'if-match': '"b", "a"'}, true, ['"a"', '"c"'], false],
  [{'if-match': '"c"'}, true, ['"a"', '"c"'], false],
  [{'if-match': 'W/"a"'}, true, ['"a"'], true],
  [{'if-match': '*'}, true, ['"a"'], false],
  [{'if-match': '*'}, true, [], true],
  [{'if-match': '*'}, false, ['"a"'], true],
  [{'if-match': ''}, true, ['"a"'], true],
  [{'if-none-match': '*'}, false, [], false],
  [{'if-none-match': '*'}, true, ['"a"'], true],
  [{'if-none-match': '*'}, true, [], true],
  [{'if-none-match': 'W/"a"'}, true, ['"a"'], true],
  [{'if-none-match': '"b"'}, true, ['"a"'], false],
  [{'if-none-match': '"b"'}, true, [], false],
  [{'if-none-match': ''}, true, ['"a"'], false],
])(
  '%j, with a resource that exists (%j) with the tags %j: refused (%j)',
  (headers, exists, tags, isRefused) => {
    const check = () => requireMatch(requestWith(headers), exists, () => tags);
    if (isRefused) expect(check).toThrow(expect.objectContaining({code: 412}));
    else expect(check).not.toThrow();
  },
);
