export {ApiError, type GetToken} from './api/api.ts';
export {AppErrorEvent, BeforeToggleEvent, ErrorEvent, LoadEvent, ToggleEvent} from './dashboard/events.ts';
export {TavleApp} from './dashboard/tavle-app.ts';
export {TavleDashboard} from './dashboard/tavle-dashboard.ts';
export {define} from './define.ts';
export type {DashboardStrings, Reason} from './localize/strings.ts';
