import {createServer, type RequestListener} from 'node:http';
import {setTimeout} from 'node:timers/promises';

import Koa from 'koa';
import {expect, it} from 'vitest';

import {companyInterface} from '../calendar/company/operations.ts';
import {reminderInterface} from '../calendar/mail/operations.ts';
import {linkInterface} from '../calendar/personal/link-operations.ts';
import {createMetrics} from '../http/metrics.ts';
import {receipt} from '../http/reply.ts';
import {requestLogging} from '../http/request-logging.ts';
import {createLog} from '../logs/log.ts';
import {Problem, statusResponse} from '../problem.ts';
import {listenForTest} from '../testing/listen-for-test.ts';
import {type Interface, operationsFor, type ServedOperation} from './operation.ts';
import {createRoutes, openGate} from './routes.ts';

let [working, maxWorking] = [0, 0];

const operation = operationsFor<object, number>();

/** Changes for as many companies as the path says. Every third one fails. */
const companiesInterface: Interface<'anyone', object, number> = {
  caller: 'anyone',
  tag: 'Companies',
  description: '',
  authorise: (_, {antal}) => Number(antal),
  operations: [
    operation('ret', 'put', '/virksomheder/{antal}/{nr}', {
      ...{summary: '', description: '', response: {...statusResponse, description: ''}},
      companiesOf: antal => antal,
      async handle({params: {nr}}) {
        if (nr === '0') throw new Problem(422, 'Wrong.');
        maxWorking = Math.max(maxWorking, (working += 1));
        await setTimeout(20);
        working -= 1;
        if (nr === '1') throw new Problem(403, 'No.');
        return receipt();
      },
    }),
  ],
};

it.each([
  [51, 'one at a time'],
  [50, 'several at a time'],
])('changes for %s companies run %s', async (companies, expected) => {
  const app = new Koa();
  const log = createLog('silent', {write: () => undefined});
  app.use(requestLogging({metrics: createMetrics(), log, headers: {}, stopping: () => false}));
  app.use(createRoutes([companiesInterface], {}, openGate));
  const url = `http://127.0.0.1:${await listenForTest(createServer(app.callback() as RequestListener))}`;
  maxWorking = 0;
  const statuses = await Promise.all(
    Array.from({length: 30}, async (_, index) => {
      const response = await fetch(`${url}/virksomheder/${companies}/${index % 3}`, {method: 'PUT'});
      return response.status;
    }),
  );
  for (const status of [200, 403, 422]) expect(statuses.filter(each => each === status)).toHaveLength(10);
  expect(maxWorking > 1 ? 'several at a time' : 'one at a time').toBe(expected);
});

it('changes of marks and links wait for each other, and not those that send a mail', () => {
  const queued = [companyInterface, linkInterface, reminderInterface]
    .flatMap(({operations}) => operations as readonly ServedOperation<never, never>[])
    .filter(operation => 'companiesOf' in operation)
    .map(({id}) => id);
  expect(queued).toEqual([
    'maerkFaellesFrist',
    'maerkFaellesFrister',
    'opretAbonnement',
    'sletMitAbonnement',
  ]);
});
