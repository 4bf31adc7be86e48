// The table of the calendar's views, for `tavle-calendar.ts` and the toolbar. Add a row for a new view. Keep the order:
// the first one is for a narrow calendar, the second one for a wide calendar.
import type {Views} from '../model/selection.ts';
import {agendaView} from './agenda.ts';
import {monthView} from './month.ts';
import type {CalendarView} from './view.ts';
import {yearView} from './year.ts';

export const views: Views<CalendarView> = [agendaView, monthView, yearView];
