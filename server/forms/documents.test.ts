import {expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {variantDocument} from './documents.ts';

const head = (diaId: string) => ({
  ...{cvr: '26911745', egetId: 'a', version: 2, diaId, masterId: '30272', permalink: 'a'},
  ...{fields: {titel: 'A'}, permalinkAt: [], publishedOnce: false, changed: 0, deleted: false},
});

it.each([
  ['30272.1', true],
  [`30272.${bounds.maxNumber}`, true],
  [`30272.${bounds.maxNumber + 1}`, false],
  ['30272', false],
  ['a.1', false],
])('a stored variant with the registry id %s is right: %s', (diaId, isRight) => {
  expect(variantDocument.schema.safeParse(head(diaId)).success).toBe(isRight);
});
