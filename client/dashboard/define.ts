// Defines the dashboard's elements, for pages that import `tavle/dashboard/define`, and for `embed.ts` (`tavle.js`).
// The classes can change. Keep the tag names, which pages contain, and the exported types, which TypeScript pages need.
import {define} from '../define.ts';
import {TavleApp} from './tavle-app.ts';
import {TavleDashboard} from './tavle-dashboard.ts';

export type {TavleApp, TavleDashboard};

// Defines the apps first: a dashboard finds its apps when it is connected.
define('tavle-app', TavleApp);
define('tavle-dashboard', TavleDashboard);
