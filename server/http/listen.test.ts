import {once} from 'node:events';
import {createServer} from 'node:http';
import {Worker} from 'node:worker_threads';

import {expect, it} from 'vitest';

import {listen, stopListening} from './listen.ts';

const clients = 8;

/** Opens connections with a request on each, counts them in `opened`, and posts how many got a response. */
const script = `
  const {workerData: {port, clients, opened}, parentPort} = require('node:worker_threads');
  const request = () => new Promise(resolve => {
    const socket = require('node:net').connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n');
      Atomics.add(opened, 0, 1);
      Atomics.notify(opened, 0);
    });
    let text = '';
    socket.on('data', data => (text += data)).on('error', () => undefined).on('close', () => resolve(text.startsWith('HTTP/1.1 200')));
  });
  void Promise.all(Array.from({length: clients}, request)).then(all => parentPort.postMessage(all.filter(Boolean).length));
`;

it('responds on connections that the operating system accepted before the service stops', async () => {
  const server = createServer((_, response) => response.end());
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const port = await listen(server, '127.0.0.1', 0);
  const worker = new Worker(script, {eval: true, workerData: {port, clients, opened}});
  const done = once(worker, 'message');
  await once(worker, 'online');
  // This thread accepts no connection until all are open.
  for (let count = 0; count < clients; count = Atomics.load(opened, 0)) Atomics.wait(opened, 0, count);
  await stopListening(server);
  expect(await done).toEqual([clients]);
});
