import {da as calendar} from '../../calendar/strings/da.ts';

const {
  reasons,
  undo,
  retry,
  logIn,
  close,
  loading,
  loadFailed,
  refreshFailed,
  companiesFailed,
  next,
  noneNext,
  noneLater,
  isUnread,
  due,
} = calendar;

/** The texts of the element in Danish: those of the calendar. */
export const da = {
  reasons,
  undo,
  retry,
  logIn,
  close,
  loading,
  loadFailed,
  refreshFailed,
  companiesFailed,
  next,
  noneNext,
  noneLater,
  isUnread,
  due,
};

/** Every text of the element; a host may replace any of them. */
export type DeadlinesStrings = typeof da;
