import {setTimeout as pause} from 'node:timers/promises';

import {freePort, replicationOf, until, withClient} from '../../server/store/testing/redis-process.ts';
import {masterName, seesAll, startSentinel} from '../../server/store/testing/redis-sentinel.ts';
import {startRedisIn} from '../../server/store/testing/redis-server.ts';
import {type Caller, callerWith} from '../../server/testing/certificates.ts';
import {dashboardOwner, type DashboardOwner} from './dashboards.ts';
import {nodeTimeoutMs} from './failovers.ts';
import {type Network, openNetwork} from './network.ts';
import type {FaultSetup} from './fault-setup.ts';
import type {TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: the network is cut between the primary of Redis and its Sentinels. Requires root. */

/** The time, in milliseconds, that both sides still run after the side without the first master has promoted a replica. */
const apartMs = 1_000;

/** The maximum time, in milliseconds, until the other side serves. */
const electionMs = 30_000;

/** Each server listens on both links, without a password. */
const open = ['--protected-mode', 'no', '--bind'];

/**
 * Separates the service and the master from the replicas, the Sentinels and another service. Both sides run, and then the network is
 * restored.
 */
export async function partition(): Promise<FaultSetup> {
  const network = await openNetwork();
  const servers = await startServers(network);
  const {master, sentinel} = servers;
  let call: Caller;
  let elsewhere: DashboardOwner | undefined;

  return {
    settings: servers.settings,

    async inject(system) {
      const other = await startElsewhere(system, network);
      call = other.call;
      elsewhere ??= dashboardOwner('elsewhere', (...request) => call(...request), system.expected);
      await network.cut();
      try {
        await elsewhere.retryUntilAcknowledged(AbortSignal.timeout(electionMs));
        const end = performance.now() + apartMs;
        while (performance.now() < end) await elsewhere.step().then(() => pause(20));
      } finally {
        await network.join();
        call = await system.callAsPerson('elsewhere');
        await other.kill();
      }
      return performance.now();
    },

    async repair() {
      await elsewhere?.check();
      await until('the first master is the master again', async () => {
        const state = await replicationOf(master);
        // This command fails during a failover.
        if (state.includes('master_link_status:up')) await sentinel('FAILOVER').catch(() => undefined);
        return state.includes('connected_slaves:2');
      });
    },

    async stop() {
      await servers.stop();
      network.remove();
    },
  };
}

/** Starts a service on the other side of the partition, and returns a caller through it. */
async function startElsewhere({startAnother, callAsPerson}: TestSystem, {control, prefix}: Network) {
  const service = await startAnother({TAVLE_HOST: control}, {shell: `exec ${prefix.join(' ')} "$@"`});
  const call = await callAsPerson('elsewhere', callerWith(service.url, undefined, {servername: 'localhost'}));
  return {call, kill: () => service.kill()};
}

async function startServers({here, there, control, prefix}: Network) {
  const master = await startRedisIn([], await freePort(), ...open, '127.0.0.1', here);
  // Sentinels prefer a lower priority. The first master has the default, 100, so they promote it again once it is a replica.
  const follow = ['--replicaof', here, String(master.port), '--replica-priority', '200'];
  const replicas = await Promise.all(
    [1, 2].map(async () => startRedisIn(prefix, await freePort(), ...open, there, ...follow)),
  );
  await until(
    'the replicas are in step',
    async () => (await replicationOf(master)).split('state=online').length === 3,
  );
  const ports = await Promise.all([1, 2, 3].map(freePort));
  const place = {bind: `${there} ${control}`, masterHost: here, prefix};
  const sentinels = await Promise.all(
    ports.map(port => startSentinel(port, master.port, nodeTimeoutMs, undefined, place)),
  );
  await Promise.all(
    ports.map(port => until(`Sentinel ${port} sees all`, () => seesAll(port, undefined, control))),
  );
  const hosts = ports.map(port => `${there}:${port}`);
  const all = [master, ...replicas, ...sentinels];
  return {
    master,
    settings: {TAVLE_STORE: `redis+sentinel://${hosts.join()}/${masterName}`, TAVLE_STORE_REPLICAS: '1'},
    sentinel: (command: string) =>
      withClient(ports[0] ?? 0, client => client.call('SENTINEL', command, masterName), undefined, control),
    stop: () => Promise.all(all.map(each => each.stop())),
  };
}
