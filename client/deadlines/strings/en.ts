import {en as calendar} from '../../calendar/strings/en.ts';
import type {DeadlinesStrings} from './da.ts';

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

export const en: DeadlinesStrings = {
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
