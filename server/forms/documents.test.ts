import {expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {variantDocument} from './documents.ts';

const head = (diaId: string, fields: object = {titel: 'A', udstillere: 'SKST'}) => ({
  ...{cvr: '26911745', egetId: 'a', diaId, masterId: '30272', permalink: 'a'},
  ...{fields, permalinkAt: [], publishedOnce: false, changed: 0, deleted: false},
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

it.each([
  [{valgteMyndigheder: []}, true],
  [{udstillere: 'SKST'}, true],
  [{}, false],
  [{valgteMyndigheder: ['760'], udstillere: 'SKST'}, false],
])('a stored variant with the authorities %j is right: %s', (authorities, isRight) => {
  const stored = head('30272.1', {titel: 'A', ...authorities});
  expect(variantDocument.schema.safeParse(stored).success).toBe(isRight);
});
