import {callerWith, organisation} from '../server/testing/certificates.ts';
import {deliver} from '../server/testing/bodies.ts';
import {runToEnd} from './support/process.ts';
import {expect, skat, test} from './support/test.ts';

const table = [
  '  0 of 2 deadlines; kept: 1 withdrawn in the last 30 days, 1 with the highest number',
  '  0 of 0 marks',
  '  0 of 0 idempotency keys\n',
].join('\n');

test('tavle prune prints what it removes and keeps, while a service runs', async ({
  start,
  withOrganisations,
  settings: {TAVLE_STORE},
  directory,
}) => {
  const {url} = await start(withOrganisations);
  const authority = callerWith(url, await organisation(skat));
  const withdrawn = await deliver(authority);
  await deliver(authority);
  expect((await authority('DELETE', `/calendar/1/frister/${withdrawn}`)).status).toBe(200);

  for (const [words, title] of [
    [['prune', '--dry-run'], 'Would remove'],
    [['prune'], 'Removed'],
  ] as const) {
    const run = await runToEnd(words, {TAVLE_STORE}, directory);
    expect(run).toEqual({code: 0, stdout: `${title}:\n${table}`, stderr: ''});
  }
});

test('tavle prune rejects invalid ages and a missing store', async ({directory}) => {
  const missing = {TAVLE_STORE: 'file:typo'};
  for (const [words, problem] of [
    [['--older-than', '5'], 'tavle prune: "5" is not an age'],
    [['--older-than', '6m'], 'tavle prune: --older-than 6m is too short: at least 1y.'],
    [['--dry-run'], 'tavle prune: There is no store: '],
  ] as const) {
    const refused = await runToEnd(['prune', ...words], missing, directory);
    expect(refused).toMatchObject({code: 1, stdout: ''});
    expect(refused.stderr.slice(0, problem.length)).toBe(problem);
  }
});
