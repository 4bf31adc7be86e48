import {define} from '../define.ts';
import {TavleCalendar} from './tavle-calendar.ts';

// So that who imports this module has the types of the elements by their tags.
export type {TavleCalendar} from './tavle-calendar.ts';

define('tavle-calendar', TavleCalendar);
