import type {Frist} from './frist.ts';

/** Which deadlines a person wants to see. */
export interface Filter {
  /** CVR number of the authority; '': all. */
  readonly afsenderCvr: string;
  readonly unreadOnly: boolean;
  /** Also those that the company has hidden. */
  readonly withHidden: boolean;
}

export const noFilter: Filter = {afsenderCvr: '', unreadOnly: false, withHidden: false};

export function matches(frist: Frist, {afsenderCvr, unreadOnly, withHidden}: Filter): boolean {
  if (afsenderCvr && frist.afsenderCvr !== afsenderCvr) return false;
  if (unreadOnly && frist.isLaest) return false;
  return withHidden || !frist.isSlettet;
}
