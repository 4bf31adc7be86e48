import {define} from '../define.ts';
import {TavleCalendar} from './tavle-calendar.ts';

define('tavle-calendar', TavleCalendar);
