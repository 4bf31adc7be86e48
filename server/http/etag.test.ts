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
  [{'if-match': 'W/"a"'}, true, ['"a"'], false],
  [{'if-match': '"b", W/"a-gzip"'}, true, ['"a"'], false],
  [{'if-match': 'W/"b-gzip"'}, true, ['"a"'], true],
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

/** A tag that ends like a suffix and contains a suffix, as base64url texts may. */
const issued = '"k-gzip_Xb1-br"';
const inside = issued.slice(1, -1);

it.each([
  issued,
  `W/${issued}`,
  `w/${issued}`,
  ...[
    '-gzip',
    '--gzip',
    ';gzip',
    ':gzip',
    '+gzip',
    '.gzip',
    '_gzip',
    '-GZIP',
    '-x-gzip',
    '-gunzip',
    '-br',
    '-brotli',
  ].map(suffix => `"${inside}${suffix}"`),
  ...['-zstd', '--zstd', '-deflate', '-compress', '-dcb'].map(suffix => `W/"${inside}${suffix}"`),
  `"${inside}"-gzip`,
  `"other-gzip", "${inside}-gzip"`,
])('takes %s for the tag that the service issued', given => {
  const [match, none] = [requestWith({'if-match': given}), requestWith({'if-none-match': given})];
  expect(() => requireMatch(match, true, () => [issued])).not.toThrow();
  expect(() => requireMatch(none, true, () => [issued])).toThrow(expect.objectContaining({code: 412}));
});

it.each([
  `"${inside}x"`,
  `"x${inside}"`,
  `"${inside}gzip"`,
  `"${inside}-other"`,
  `"${inside}-gzip-gzip-gzip"`,
  `"${inside}---gzip"`,
  `"${inside.slice(0, -3)}"`,
  `"${inside.toUpperCase()}"`,
  inside,
  `W/W/${issued}`,
  `W/`,
  `"-gzip"`,
  `""`,
])('does not take %s for the tag that the service issued', given => {
  const match = requestWith({'if-match': given});
  expect(() => requireMatch(match, true, () => [issued])).toThrow(expect.objectContaining({code: 412}));
});
