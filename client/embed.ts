import {TavleCalendar} from './calendar/tavle-calendar.ts';
import {TavleApp} from './dashboard/tavle-app.ts';
import {TavleDashboard} from './dashboard/tavle-dashboard.ts';
import {define} from './define.ts';

define('tavle-app', TavleApp);
define('tavle-calendar', TavleCalendar);
define('tavle-dashboard', TavleDashboard);
