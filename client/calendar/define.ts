import {define} from '../define.ts';
import {TavleCalendar} from './tavle-calendar.ts';

export type {TavleCalendar};

define('tavle-calendar', TavleCalendar);
