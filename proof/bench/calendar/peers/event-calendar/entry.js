import '@event-calendar/core/index.css';

import {createCalendar, DayGrid, List} from '@event-calendar/core';

const views = {month: 'dayGridMonth', list: 'listMonth'};

export function convert(entries) {
  return entries.map(({id, title, start}) => ({id, title, start, end: start, allDay: true}));
}

export function mount(host, events, view, date) {
  const calendar = createCalendar(host, [DayGrid, List], {
    locale: 'da',
    firstDay: 1,
    view: views[view],
    date,
    weekNumbers: true,
    // A number is not supported: as many as fit.
    dayMaxEvents: true,
    height: '100%',
    events,
  });
  return {showNext: () => calendar.next()};
}
