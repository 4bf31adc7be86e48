import type {ReactiveControllerHost} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';
import {today} from '../model/dates.ts';

const checkIntervalMs = 30_000;

/** Updates the model when a day ends in Denmark. */
export function watchClock(host: ReactiveControllerHost, model: CalendarModel): void {
  let timer: ReturnType<typeof setInterval>;
  const check = () => {
    const day = today();
    if (day !== model.today) model.setToday(day);
  };
  host.addController({
    hostConnected() {
      check();
      timer = setInterval(check, checkIntervalMs);
    },
    hostDisconnected: () => clearInterval(timer),
  });
}
