import * as kalendus from './calendar.js';

export function convert(entries) {
  return kalendus.convert(entries, {start: {hour: 9, minute: 0}, end: {hour: 10, minute: 0}});
}

export function mount(host, entries, _view, day) {
  const calendar = kalendus.mount(host, entries, day);
  return {showNext: () => kalendus.showNext(calendar)};
}
