import type {Reason} from '../localize/shared-strings.ts';

/** Whether content is shown. `failed`: it could not be loaded. `stale`: it is shown, but could not be reloaded. */
export type LoadState =
  | {readonly status: 'loading' | 'ready'; readonly reason?: undefined}
  | {readonly status: 'failed' | 'stale'; readonly reason: Reason};
