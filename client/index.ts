// The public API of the package `tavle`, for scripts of portal pages. Export here what a page needs, such as the class
// and the texts of a new element. Do not remove or rename an export: pages import them by name.
export {ApiError, type GetToken} from './api/api.ts';
export {
  TavleAppErrorEvent,
  TavleBeforeToggleEvent,
  TavleOrderEvent,
  TavleToggleEvent,
} from './dashboard/events.ts';
export type {DashboardStrings} from './texts/da.ts';
export {TavleApp} from './dashboard/tavle-app.ts';
export {TavleDashboard} from './dashboard/tavle-dashboard.ts';
export type {EditorialStrings} from './texts/da.ts';
export {TavleEditorial} from './editorial/tavle-editorial.ts';
export type {DeadlinesStrings} from './texts/da.ts';
export {TavleDeadlines} from './deadlines/tavle-deadlines.ts';
export {define} from './define.ts';
export {TavleErrorEvent, TavleLoadEvent} from './events.ts';
export type {Reason} from './texts/keys.ts';
export type {SharedStrings} from './texts/da.ts';
export {TavleCalendar} from './calendar/tavle-calendar.ts';
export type {CalendarStrings} from './texts/da.ts';
export {TavleBeforeMarkEvent, TavleMarkEvent} from './calendar/events.ts';
export {TavleOpenEvent} from './frist/events.ts';
export {TavleForm} from './forms/tavle-form.ts';
export {TavleFormSearch} from './forms/tavle-form-search.ts';
export type {FormSearchStrings, FormStrings} from './texts/da.ts';
export {TavleNotFoundEvent, TavleOpenFormEvent, TavleStartEvent} from './forms/events.ts';
