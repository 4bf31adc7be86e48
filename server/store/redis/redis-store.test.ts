import {createServer} from 'node:net';

import fc from 'fast-check';
import {Redis} from 'ioredis';
import {beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import {listen} from '../../testing/listen.ts';
import {openForTest, startRedisForTest} from '../../testing/store.ts';
import {bounds} from '../../bounds.ts';
import {openEngine, openStore} from '../open-store.ts';
import {type Key, silent, type StoreLog, StoreUnavailable} from '../engine.ts';
import {storeContract} from '../testing/contract.ts';
import {whenReachable} from '../testing/reachable.ts';
import {type RedisServer, startRedis} from '../testing/redis-server.ts';

const key: Key = ['test', 'redis', 'x'];

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
  return () => server.stop();
});

storeContract('Redis', () => whenReachable(openStore(server.url, silent, {retryTimeoutMs: 30_000})));

/** Connects to a server for one test. */
function connect({port}: RedisServer): Redis {
  const client = new Redis(port);
  onTestFinished(() => client.disconnect());
  return client;
}

it('removes and overwrites a stored text that is not a document', async () => {
  const store = await openForTest(server.url);
  const client = connect(server);
  for (const change of [() => store.remove(key), () => store.write(key, 'whole')]) {
    await client.set('tavle:{test/redis}/x', 'broken');
    await change();
  }
  expect((await store.read([key]))[0]?.value).toBe('whole');
});

it('rejects when Redis refuses a document that is overwritten as a whole', async () => {
  const {url} = await startRedisForTest('--maxmemory', '1');
  const store = await openForTest(url);
  const document = {path: 'test/redis/put', version: 1, operation: 'a', value: 'whole'};
  await expect(store.contents.putDocuments([document])).rejects.toThrow(StoreUnavailable);
});

it('returns the outcome of each of many concurrent writes, also next to a key of another type', async () => {
  const store = await openForTest(server.url);
  const client = connect(server);
  await client.hset('tavle:{test/together}/5', 'a', 'b');
  const numbers = Array.from({length: 250}, (_, number) => number);
  const keyOf = (number: number): Key => ['test', 'together', String(number)];
  const written = await Promise.allSettled(
    numbers.map(number => store.write(keyOf(number), {number}, {expected: number % 2})),
  );
  for (const [number, outcome] of written.entries()) {
    const expected =
      number === 5
        ? {
            reason: {
              name: 'StoreUnavailable',
              cause: {message: expect.stringContaining('WRONGTYPE') as string},
            },
          }
        : number % 2
          ? {reason: {name: 'VersionConflict', current: 0}}
          : {value: {version: 1, value: {number}}};
    expect(outcome).toMatchObject(expected);
  }
  await client.del('tavle:{test/together}/5');
  const found = await store.read(numbers.map(keyOf));
  expect(found.map(document => document?.value)).toEqual(
    numbers.map(number => (number % 2 ? undefined : {number})),
  );
});

describe('concurrent reads', () => {
  const index: Key = ['test', 'joined', 'index'];
  const keyOf = (number: number): Key => ['test', 'joined', String(number)];
  const numbers = Array.from({length: 20}, (_, number) => number);

  it('return to each caller what it would find alone', async () => {
    const store = await openForTest(server.url);
    await store.addEntries(numbers.map(number => ({index, member: `m${number + 10}`})));
    for (const number of numbers) if (number % 3) await store.write(keyOf(number), {number});
    const reads = fc.array(fc.nat({max: 19}), {maxLength: 30});
    const ranges = fc.record({from: fc.constantFrom('', 'm15', 'n'), limit: fc.integer({min: 1, max: 25})});
    await fc.assert(
      fc.asyncProperty(
        fc.array(reads, {maxLength: 20}),
        fc.array(ranges, {maxLength: 20}),
        async (subsets, scans) => {
          const [found, members] = await Promise.all([
            Promise.all(subsets.map(subset => store.read(subset.map(keyOf)))),
            Promise.all(scans.map(range => store.scan(index, range))),
          ]);
          expect(found.map(each => each.map(document => document?.value))).toEqual(
            subsets.map(subset => subset.map(number => (number % 3 ? {number} : undefined))),
          );
          expect(members).toEqual(
            scans.map(({from, limit}) =>
              numbers
                .map(number => `m${number + 10}`)
                .filter(member => member >= from)
                .slice(0, limit),
            ),
          );
        },
      ),
    );
  });

  it('read a document once, and scan a range once', async () => {
    const store = await openForTest(server.url);
    const client = connect(server);
    await client.config('RESETSTAT');
    await Promise.all(
      numbers.flatMap(() => [store.read([keyOf(1), keyOf(2)]), store.scan(index, {limit: 5})]),
    );
    const [stats, commands] = [await client.info('stats'), await client.info('commandstats')];
    expect(stats).toContain('keyspace_hits:3\r');
    expect(commands).toContain('cmdstat_mget:calls=1,');
    expect(commands).toContain('cmdstat_zrange:calls=1,');
  });
});

describe('a Redis server that is unreachable', () => {
  it('rejects at once, and is used again after a restart', async () => {
    const own = await startRedisForTest();
    const log = {info: vi.fn(), warn: vi.fn()};
    const store = await openForTest(own.url, log);
    await store.write(key, 'before');

    await own.kill();
    // The error is not the timeout of a command.
    const atOnce = {
      name: 'StoreUnavailable',
      cause: {message: expect.not.stringContaining('timed out') as string},
    };
    await expect(store.read([key])).rejects.toMatchObject(atOnce);
    await expect(store.write(key, 'never')).rejects.toMatchObject(atOnce);
    await expect(store.addEntries([{index: key, member: 'a'}])).rejects.toMatchObject(atOnce);

    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2));
    await own.restart();
    await whenReachable(store);
    expect((await store.read([key]))[0]).toMatchObject({version: 1, value: 'before'});
    expect(log.warn.mock.calls.flat()).toEqual([
      'Redis is unreachable: the connection was closed.',
      `Redis is unreachable: connect ECONNREFUSED 127.0.0.1:${own.port}. Start Redis, or correct the scheme, the host and the port in TAVLE_STORE.`,
    ]);
    expect(log.info.mock.calls.flat()).toEqual(['Redis is reachable again.']);
  });

  it('rejects pending commands when the connection breaks, and repeats none', async () => {
    const own = await startRedisForTest();
    const store = await openForTest(own.url);
    const other = connect(own);
    const counter = ['test', 'cut'] as const;
    await other.call('CLIENT', 'PAUSE', '60000', 'WRITE');
    const rejected = expect(store.next(counter)).rejects.toMatchObject({name: 'StoreUnavailable'});
    await other.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await other.call('CLIENT', 'UNPAUSE');
    await rejected;
    await whenReachable(store);
    expect(await store.next(counter)).toBe(1);
  });

  it('causes a timeout when it is frozen', async () => {
    const own = await startRedisForTest();
    const store = await openForTest(own.url);
    own.freeze();
    const timedOut = {
      name: 'StoreUnavailable',
      cause: {message: expect.stringContaining('timed out') as string},
    };
    await expect(Promise.all([store.read([key]), store.read([key])])).rejects.toMatchObject(timedOut);
    await expect(store.write(key, 1)).rejects.toBeInstanceOf(StoreUnavailable);
    own.thaw();
    await whenReachable(store);
  });

  it('is used after it starts later than the store', async () => {
    const own = await startRedisForTest();
    await own.kill();
    const store = openStore(own.url, silent);
    onTestFinished(() => store.close());
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await own.restart();
    await whenReachable(store);
  });
});

describe('a store for commands of operators', () => {
  const commands = {retryTimeoutMs: 30_000};

  it('goes on when Redis responds after a longer time than a request may wait', async () => {
    const own = await startRedisForTest();
    const store = await openForTest(own.url, silent, commands);
    const numbers = Array.from({length: 2_000}, (_, number) => number);
    await Promise.all(numbers.map(number => store.write(['test', 'walk', String(number)], number)));
    const walk = store.contents.documents();
    const found = (await walk.next()).value as readonly unknown[];
    own.freeze();
    setTimeout(() => own.thaw(), bounds.storeTimeoutMs + 1_000);
    const others: unknown[] = [];
    for await (const chunk of walk) others.push(...chunk);
    expect(found.length + others.length).toBe(numbers.length);
  });

  it('repeats the commands that may run twice when Redis restarts', async () => {
    const own = await startRedisForTest();
    const store = await openForTest(own.url, silent, commands);
    await store.write(key, 'before');
    await own.kill();
    const index = ['test', 'index'] as const;
    const changes = [
      store.write(key, 'after', {expected: 1}),
      store.addEntries([{index, member: 'a'}]),
      store.read([key]),
      store.scan(index, {limit: 1}),
    ];
    await expect(store.next(['test', 'counter'])).rejects.toBeInstanceOf(StoreUnavailable);
    setTimeout(() => void own.restart(), 1_000);
    expect(await changes[0]).toMatchObject({version: 2});
    await Promise.all(changes);
    expect(await store.scan(index, {limit: 2})).toEqual(['a']);
  });

  it('does not repeat what Redis refuses', async () => {
    const own = await startRedisForTest();
    const store = await openForTest(own.url, silent, commands);
    const other = connect(own);
    await other.call('ACL', 'SETUSER', 'default', '-get', '-mget');
    await expect(store.read([key])).rejects.toMatchObject({
      cause: {message: expect.stringContaining('NOPERM') as string},
    });
    const refused = (await other.info('commandstats')).match(/rejected_calls=[1-9]\d*/g);
    expect(refused).toEqual(['rejected_calls=1']);
  });
});

describe('the password of Redis', () => {
  const user = (redis: Redis, ...rules: string[]) =>
    redis.call('ACL', 'SETUSER', 'tavle', 'on', '~*', '+@all', ...rules);
  async function openForPassword(url: string, log: StoreLog) {
    const engine = openEngine(url, log, {});
    onTestFinished(() => engine.close());
    await vi.waitFor(() => engine.ping());
    return engine;
  }

  const urlWith = ({port}: RedisServer, password: string) => `redis://tavle:${password}@127.0.0.1:${port}`;

  it('is named in the log when it is wrong, also during an outage with another cause', async () => {
    const own = await startRedisForTest();
    const admin = connect(own);
    await user(admin, '>old');
    const log = {info: vi.fn(), warn: vi.fn()};
    const engine = await openForPassword(urlWith(own, 'old'), log);
    await user(admin, 'resetpass', '>new');
    await admin.call('CLIENT', 'KILL', 'USER', 'tavle');
    const lines = () => log.warn.mock.calls.flat() as string[];
    await vi.waitFor(() => expect(lines().join()).toContain('WRONGPASS'));
    await vi.waitFor(() => expect(lines()).toHaveLength(2));
    expect(lines()[1]).toMatch(
      /WRONGPASS .*Correct the user and the password in TAVLE_STORE or TAVLE_STORE_FILE\.$/,
    );
    await expect(engine.ping()).rejects.toBeInstanceOf(StoreUnavailable);

    await engine.login?.(urlWith(own, 'new'), undefined);
    await vi.waitFor(() => engine.ping());
    expect(log.info).toHaveBeenCalledWith('Redis is reachable again.');
  });

  it('can be changed while the store is open', async () => {
    const own = await startRedisForTest();
    const admin = connect(own);
    await user(admin, '>old');
    const engine = await openForPassword(urlWith(own, 'old'), silent);
    await expect(engine.login?.(urlWith(own, 'new'), undefined)).rejects.toThrow('WRONGPASS');
    await expect(engine.login?.(`${urlWith(own, 'old')}/1`, undefined)).rejects.toThrow(
      'Only the user and the password can change without a restart.',
    );
    await user(admin, '>new');
    await engine.login?.(urlWith(own, 'new'), undefined);
    await user(admin, '<old');
    await admin.call('CLIENT', 'KILL', 'USER', 'tavle');
    await vi.waitFor(() => engine.ping());
    expect(await engine.add('test/counter', 1)).toBe(1);
  });
});

it('a server that is not a Redis is reported with the remedy', async () => {
  const server = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const warn = vi.fn();
  const store = openStore(`redis://127.0.0.1:${port}`, {...silent, warn});
  onTestFinished(() => store.close());
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls.flat()).toContainEqual(
    expect.stringMatching(/It is not a Redis: correct the host and the port in TAVLE_STORE\.$/),
  );
});

it('a database that Redis does not have is named in the log, and no other one is used', async () => {
  const own = await startRedisForTest();
  const warn = vi.fn();
  const store = openStore(`${own.url}/99`, {...silent, warn});
  onTestFinished(() => store.close());
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  await expect(store.write(key, 1)).rejects.toBeInstanceOf(StoreUnavailable);
  await vi.waitFor(() => expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable));
  expect(warn.mock.calls.flat()).toEqual([
    'Redis is unreachable: ERR DB index is out of range. Correct the number of the database in TAVLE_STORE.',
  ]);
  expect(await connect(own).dbsize()).toBe(0);
});

it('a Redis server with unsafe settings causes one warning for each setting', async () => {
  const own = await startRedisForTest('--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru');
  const warn = vi.fn();
  await openForTest(own.url, {...silent, warn});
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2));
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining('"appendonly no"'),
    expect.stringContaining('"maxmemory-policy allkeys-lru"'),
  ]);
});

it('a Redis server with keys of other programs is walked over without these keys', async () => {
  const own = await startRedisForTest();
  const client = connect(own);
  await client.mset({'tavle:calls:1': '7', 'other:{frist/1}': '1 x 2', 'other:{frist/1}#counter': '1'});
  await client.zadd('tavle:calls#index', 1, 'a');
  const store = await openForTest(own.url);
  await store.write(key, 1);
  const found: unknown[] = [];
  for (const walk of [store.contents.documents(), store.contents.members(), store.contents.counters()]) {
    for await (const chunk of walk) found.push(...chunk);
  }
  expect(found).toEqual([expect.objectContaining({path: 'test/redis/x', value: 1})]);
});
