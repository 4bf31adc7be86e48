import {readFile} from 'node:fs/promises';

import {checkPackage, createPackageFromTarballData} from '@arethetypeswrong/core';

import {expect, test} from '../e2e/support/test.ts';

test('the types of the elements are correct for each way in which importers of modules resolve them', async ({
  tarballs,
}) => {
  const data = new Uint8Array(await readFile(tarballs.elements));
  const result = await checkPackage(createPackageFromTarballData(data));
  const problems = result.types
    ? result.problems.filter(each => !('resolutionKind' in each && each.resolutionKind === 'node16-cjs'))
    : ['no types'];
  expect(problems).toEqual([]);
});
