/** The log of a store's events, for operators. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Logs nothing. */
export const silent: StoreLog = {info: () => undefined, warn: () => undefined};
