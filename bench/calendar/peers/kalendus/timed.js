import * as kalendus from './calendar.js';

export function shape(entries) {
  return kalendus.shape(entries, {start: {hour: 9, minute: 0}, end: {hour: 10, minute: 0}});
}

export function mount(host, entries, _view, day) {
  const calendar = kalendus.mount(host, entries, day);
  return () => kalendus.turn(calendar);
}
