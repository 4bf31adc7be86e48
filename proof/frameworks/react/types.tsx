/** Code that the compiler must accept, and code that it must reject, for `frameworks.spec.ts`. */
import type {} from 'tavle/react';
import {type TavleBeforeMarkEvent, TavleCalendar, TavleDashboard} from 'tavle';

export const right = (
  <tavle-calendar
    id="kalender"
    view="month"
    headingLevel={3}
    remember
    aria-label="Frister"
    ref={calendar => calendar?.goTo('2026-12-01')}
    ontavle-before-mark={(event: TavleBeforeMarkEvent) => event.preventDefault()}
  />
);

// @ts-expect-error: the level is a number.
export const wrongType = <tavle-dashboard headingLevel="two" />;

// @ts-expect-error: there is no such view.
export const wrongValue = <tavle-calendar view="week" />;

// @ts-expect-error: there is no such property.
export const unknownProperty = <tavle-app titleText="Frister" />;

export function listen(element: HTMLElement): void {
  element.addEventListener('tavle-toggle', ({app, activated}) => console.log(app.length, !activated));
  element.addEventListener(
    'tavle-error',
    ({operation}) => operation satisfies 'load' | 'save' | 'app' | 'subscribe',
  );
  // @ts-expect-error: the event has no such field.
  element.addEventListener('tavle-mark', ({app}) => console.log(app));
}

export const found: [TavleDashboard | null, TavleCalendar] = [
  document.querySelector('tavle-dashboard'),
  document.createElement('tavle-calendar'),
];
