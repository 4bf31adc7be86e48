import type {StoreLog} from '../store-log.ts';

/** Logs once that a server is unreachable, and once that it is reachable again. */
export interface AvailabilityLog {
  lost(name: string, reason: string): void;
  restored(name: string): void;
}

export function createAvailabilityLog(log: StoreLog): AvailabilityLog {
  const unreachable = new Set<string>();
  return {
    lost(name, reason) {
      if (unreachable.has(name)) return;
      unreachable.add(name);
      log.warn(`${name} is unreachable: ${reason}`);
    },
    restored(name) {
      if (unreachable.delete(name)) log.info(`${name} is reachable again.`);
    },
  };
}
