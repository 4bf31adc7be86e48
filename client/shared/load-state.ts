import type {Reason} from '../localize/shared-strings.ts';

/** Whether content is shown. `failed`: it could not be loaded. `stale`: it is shown, but could not be reloaded. */
export type LoadState =
  | {readonly status: 'loading' | 'ready'; readonly reason?: undefined}
  | {readonly status: 'failed' | 'stale'; readonly reason: Reason};

/** Returns the state after a load has failed: content that is shown stays. */
export function afterFailure({status}: LoadState, reason: Reason): LoadState {
  return {status: status === 'ready' || status === 'stale' ? 'stale' : 'failed', reason};
}
