import type {Reason} from '../../localize/shared-strings.ts';
import type {DashboardStrings} from '../strings/strings.ts';

/** What happened last, and can be undone or tried again. */
export interface LastToggle {
  /** The app's name. */
  readonly app: string;
  /** What people call it. */
  readonly title: string;
  /** What the person asked for. */
  readonly activated: boolean;
  /** Why it failed, if it did. */
  readonly failure?: Reason;
}

/** Says what happened, and why where it failed. */
export function describeToggle({title, activated, failure}: LastToggle, strings: DashboardStrings): string {
  if (failure === undefined) return activated ? strings.turnedOn(title) : strings.turnedOff(title);
  const what = activated ? strings.turnOnFailed(title) : strings.turnOffFailed(title);
  return `${what} ${strings.reasons[failure]}`;
}
