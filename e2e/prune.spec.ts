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
