/** Every import of the package, for a compiler that does not read `exports`. */
import 'tavle/define';
import 'tavle/dashboard/define';
import 'tavle/calendar/define';
import 'tavle/deadlines/define';
import 'tavle/editorial/define';
import 'tavle/forms/define';

import {TavleCalendar, type TavleErrorEvent} from 'tavle';
import manifest from 'tavle/custom-elements.json';
import cssData from 'tavle/vscode.css-custom-data.json';
import htmlData from 'tavle/vscode.html-custom-data.json';
import webTypes from 'tavle/web-types.json';

export const versions: (string | number)[] = [
  manifest.schemaVersion,
  cssData.version,
  htmlData.version,
  webTypes.version,
];

document.querySelector('tavle-calendar')?.goTo('2026-12-01');

export function listen(calendar: TavleCalendar): void {
  calendar.getToken = async () => 'token-of-anna';
  calendar.addEventListener('tavle-error', ({operation}: TavleErrorEvent) => console.log(operation.length));
  // @ts-expect-error: there is no such view.
  calendar.view = 'week';
}
