import {define} from '../define.ts';
import {TavleCalendar} from './tavle-calendar.ts';

// Adds the elements to `HTMLElementTagNameMap` for importers of this module: pages import it as `tavle/calendar/define`.
export type {TavleCalendar} from './tavle-calendar.ts';

define('tavle-calendar', TavleCalendar);
