import {define} from '../define.ts';
import {TavleApp} from './tavle-app.ts';
import {TavleDashboard} from './tavle-dashboard.ts';

// So that who imports this module has the types of the elements by their tags.
export type {TavleApp} from './tavle-app.ts';
export type {TavleDashboard} from './tavle-dashboard.ts';

// The apps first: a dashboard looks for its apps when it is connected.
define('tavle-app', TavleApp);
define('tavle-dashboard', TavleDashboard);
