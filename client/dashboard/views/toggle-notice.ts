import type {LastToggle} from '../model/dashboard-model.ts';
import type {DashboardStrings} from '../strings/strings.ts';

/** Returns what happened to an app, and why it failed. */
export function describeToggle({title, activated, failure}: LastToggle, strings: DashboardStrings): string {
  if (failure === undefined) return activated ? strings.turnedOn(title) : strings.turnedOff(title);
  const what = activated ? strings.turnOnFailed(title) : strings.turnOffFailed(title);
  return `${what} ${strings.reasons[failure]}`;
}
