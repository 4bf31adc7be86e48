import * as kalendus from './calendar.js';

export function shape(entries) {
  return kalendus.shape(entries, {start: {hour: 0, minute: 0}, end: {hour: 23, minute: 59}});
}

export function mount(host, entries, _view, day) {
  const calendar = kalendus.mount(host, entries, day);
  return () => {
    kalendus.turn(calendar);
    // Entries of whole days are laid out for the six weeks of the month in which they were set, and for no others.
    calendar.entries = [...calendar.entries];
  };
}
