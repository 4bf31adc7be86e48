import type {StoreLog} from '../store-log.ts';

/** Logs once that a server is away, and once that it is back. */
export interface Presence {
  away(name: string, why: string): void;
  back(name: string): void;
}

export function createPresence(log: StoreLog): Presence {
  const away = new Set<string>();
  return {
    away(name, why) {
      if (away.has(name)) return;
      away.add(name);
      log.warn(`${name} is away: ${why}`);
    },
    back(name) {
      if (away.delete(name)) log.info(`${name} is back.`);
    },
  };
}
