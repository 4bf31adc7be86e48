// Shows the entries in the peer, for `bundles.mjs`. Exports what `Calendar` in `page/stage.js` lists.
import 'temporal-polyfill/global';
import '@schedule-x/theme-default/dist/index.css';

import {createCalendar, createViewList, createViewMonthGrid} from '@schedule-x/calendar';
import {createEventModalPlugin} from '@schedule-x/event-modal';

const {Temporal} = globalThis;

export function convert(entries) {
  return entries.map(({id, title, start}) => {
    const day = Temporal.PlainDate.from(start);
    return {id, title, start: day, end: day};
  });
}

export function mount(host, events, view, day) {
  const views = {month: createViewMonthGrid(), list: createViewList()};
  const calendar = createCalendar({
    locale: 'da-DK',
    firstDayOfWeek: 1,
    views: [views.month, views.list],
    defaultView: views[view].name,
    selectedDate: Temporal.PlainDate.from(day),
    showWeekNumbers: true,
    monthGridOptions: {nEventsPerDay: 3},
    isResponsive: false,
    plugins: [createEventModalPlugin()],
    events,
  });
  calendar.render(host);
  // Schedule-X has no method for the next month, and its buttons only listen to `mouseup`.
  const showNext = () =>
    host.querySelector('.sx__chevron--next').dispatchEvent(new MouseEvent('mouseup', {bubbles: true}));
  const openEntry = () => host.querySelector('.sx__event').click();
  return {showNext, openEntry};
}
