import {freePort} from '../../server/store/testing/redis-process.ts';
import {startRedis} from '../../server/store/testing/redis-server.ts';
import {startNginx} from '../../e2e/support/nginx.ts';
import type {ServiceProcess} from '../../e2e/support/process.ts';
import type {FaultSetup} from './fault-setup.ts';
import type {Workload} from './workload.ts';
import type {TestSystem} from './test-system.ts';

/** A fault for `scenarios.ts`: restarts two services behind nginx one after the other. No request may fail. */
export async function rollingRestart(): Promise<FaultSetup> {
  const redis = await startRedis('--appendfsync', 'always');
  let pair: Pair | undefined;
  return {
    settings: {TAVLE_STORE: redis.url},

    async inject(system) {
      pair ??= await openPair(system);
      await pair.restart();
      return performance.now();
    },

    async stop() {
      await pair?.stop();
      await redis.stop();
    },
  };
}

interface Pair {
  /** Restarts both services while a person and a supplier send changes, and checks the stored state. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

async function openPair({directory, startAnother, workloadsAt, expected}: TestSystem): Promise<Pair> {
  const plain = {TAVLE_TLS_CERT: '', TAVLE_TLS_KEY: '', TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1'};
  const start = (port: number) => startAnother({...plain, TAVLE_PORT: String(port)});
  const ports = [await freePort(), await freePort()];
  const services: ServiceProcess[] = await Promise.all(ports.map(start));
  const nginx = await startNginx(
    services.map(({url}) => url),
    directory,
  );
  const workloads = await workloadsAt(nginx.system, nginx.browsers);

  async function work(workload: Workload, until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      if (await workload.step()) continue;
      expected.verify(false, 'failed', 'A change was refused behind nginx');
      return;
    }
  }

  return {
    async restart() {
      const restarted = new AbortController();
      const working = workloads.map(workload => work(workload, restarted.signal));
      try {
        for (const [place, port] of ports.entries()) {
          await services[place]?.stop();
          services[place] = await start(port);
        }
      } finally {
        restarted.abort();
        await Promise.all(working);
      }
      for (const workload of workloads) await workload.check();
    },

    async stop() {
      await nginx.stop();
      await Promise.all(services.map(service => service.kill()));
    },
  };
}
