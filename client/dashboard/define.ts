import {define} from '../define.ts';
import {TavleApp} from './tavle-app.ts';
import {TavleDashboard} from './tavle-dashboard.ts';

// Adds the elements to `HTMLElementTagNameMap` for importers of this module: pages import it as `tavle/dashboard/define`.
export type {TavleApp} from './tavle-app.ts';
export type {TavleDashboard} from './tavle-dashboard.ts';

// The apps first: a dashboard finds its apps when it is connected.
define('tavle-app', TavleApp);
define('tavle-dashboard', TavleDashboard);
