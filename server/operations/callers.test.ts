import {createServer, type RequestListener} from 'node:http';

import Koa from 'koa';
import {afterAll, expect, it} from 'vitest';
import {z} from 'zod';

import {audit} from '../http/audit.ts';
import {Problem} from '../problem.ts';
import {ok} from '../http/reply.ts';
import {requestLogging} from '../http/request-logging.ts';
import {createMetrics} from '../http/metrics.ts';
import {createLog} from '../logs/log.ts';
import {createDocument} from '../openapi/document.ts';
import {callerWith} from '../testing/certificates.ts';
import {listen} from '../testing/listen.ts';
import {callerKinds} from './callers.ts';
import {type Interface, operationsFor} from './operation.ts';
import {createRoutes, openGate} from './routes.ts';

const machines = {
  scheme: ['maskinnoegle', {type: 'apiKey', in: 'header', name: 'X-Machine'}],
  isForPages: false,
  check({req}: Koa.Context) {
    const name = req.headers['x-machine'];
    if (typeof name === 'string') return name;
    throw new Problem(401, 'The header X-Machine is missing.');
  },
  nameOf: (name: string) => name,
  countedAs: (name: string) => `machine:${name}`,
} as const;
const kinds = callerKinds as unknown as Record<string, unknown>;
kinds.machine = machines;
afterAll(() => delete kinds.machine);

const machine = z.object({navn: z.string()}).meta({id: 'Maskine'});
const operation = operationsFor<object, string>();

const machineInterface = {
  letter: 'H',
  caller: 'machine',
  tag: 'Machines',
  description: 'Interface H: for machines.',
  authorise: (name: string) => name,
  operations: [
    operation('retMaskine', 'put', '/maskiner/1', {
      summary: 'Change a machine',
      description: 'Changes a machine.',
      response: {description: 'The machine.', schema: machine, example: {navn: 'a'}},
      handle: ({party}) => ok({navn: party}),
    }),
  ],
} as unknown as Interface<'anyone', object, unknown>;

it('a kind of callers and an interface for it are served, audited, counted and described by one row each', async () => {
  const lines: object[] = [];
  const counted: string[] = [];
  const log = {
    isWritable: () => true,
    write: (line: object) => void lines.push(line),
    writeRefused: (line: object) => void lines.push(line),
  };
  const routes = createRoutes(
    [machineInterface],
    {},
    {
      ...openGate,
      count: (_, caller) => void counted.push(caller),
      audit: letter => audit(log as never, letter, () => undefined),
    },
  );
  const koa = new Koa();
  koa.use(
    requestLogging({
      metrics: createMetrics(),
      log: createLog('silent', {write: () => undefined}),
      headers: {},
      stopping: () => false,
    }),
  );
  koa.use(routes);
  const server = createServer(koa.callback() as RequestListener);
  afterAll(() => void server.close());
  const call = callerWith(`http://127.0.0.1:${await listen(server)}`);

  expect(await call('PUT', '/maskiner/1')).toMatchObject({
    status: 401,
    body: {message: 'The header X-Machine is missing.'},
  });
  expect(await call('PUT', '/maskiner/1', undefined, {'x-machine': 'robot'})).toMatchObject({
    status: 200,
    body: {navn: 'robot'},
  });
  expect(counted).toEqual(['machine:robot']);
  expect(lines).toMatchObject([
    {interface: 'H', code: 401},
    {interface: 'H', caller: 'robot', code: 200},
  ]);
  const {paths, components} = createDocument([machineInterface], 'http://localhost');
  expect(components.securitySchemes).toMatchObject({maskinnoegle: {type: 'apiKey'}});
  expect(paths['/maskiner/1']?.put).toMatchObject({security: [{maskinnoegle: []}], tags: ['Machines']});
});
