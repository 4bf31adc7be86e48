import {agendaView} from './agenda.ts';
import {monthView} from './month.ts';
import type {CalendarView} from './view.ts';
import {yearView} from './year.ts';

/** All views, in the order of their buttons. The first one is the default of a narrow calendar, the second one that of a wide calendar. */
export const views: readonly [CalendarView, CalendarView, ...CalendarView[]] = [
  agendaView,
  monthView,
  yearView,
];
