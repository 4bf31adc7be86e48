import type {Views} from '../model/selection.ts';
import {agendaView} from './agenda.ts';
import {monthView} from './month.ts';
import type {CalendarView} from './view.ts';
import {yearView} from './year.ts';

export const views: Views<CalendarView> = [agendaView, monthView, yearView];
