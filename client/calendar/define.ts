// Defines `<tavle-calendar>`, for pages that import `tavle/calendar/define`, for `calendar.js`, and for `embed.ts`
// (`tavle.js`). The class can change. Keep the tag name, which pages contain, and the exported type, which TypeScript
// pages need.
import {define} from '../define.ts';
import {TavleCalendar} from './tavle-calendar.ts';

export type {TavleCalendar};

define('tavle-calendar', TavleCalendar);
