import * as kalendus from './calendar.js';

export function convert(entries) {
  return kalendus.convert(entries, {start: {hour: 0, minute: 0}, end: {hour: 23, minute: 59}});
}

export function mount(host, entries, _view, day) {
  const calendar = kalendus.mount(host, entries, day);
  return {
    showNext() {
      kalendus.showNext(calendar);
      // Kalendus lays out all-day entries only for the month in which they were set.
      calendar.entries = [...calendar.entries];
    },
    openEntry: () => kalendus.openEntry(calendar),
  };
}
