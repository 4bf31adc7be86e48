/** Where a store tells an operator what happens to it. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Tells nobody. */
export const silent: StoreLog = {info: () => undefined, warn: () => undefined};
