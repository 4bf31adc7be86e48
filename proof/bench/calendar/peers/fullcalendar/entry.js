// Shows the entries in the peer, for `bundles.mjs`. Exports what `Calendar` in `page/stage.js` lists.
import 'fullcalendar/skeleton.css';
import 'fullcalendar/themes/classic/palette.css';
import 'fullcalendar/themes/classic/theme.css';

import {Calendar} from 'fullcalendar';
import dayGridPlugin from 'fullcalendar/daygrid';
import listPlugin from 'fullcalendar/list';
import da from 'fullcalendar/locales/da';
import classicThemePlugin from 'fullcalendar/themes/classic';

const views = {month: 'dayGridMonth', list: 'listMonth'};

export function convert(entries) {
  return entries.map(({id, title, start}) => ({id, title, start}));
}

export function mount(host, events, view, day) {
  const calendar = new Calendar(host, {
    plugins: [dayGridPlugin, listPlugin, classicThemePlugin],
    locale: da,
    initialView: views[view],
    initialDate: day,
    weekNumbers: true,
    dayMaxEvents: 3,
    height: 800,
    headerToolbar: {start: 'title', end: 'today prev,next'},
    events,
  });
  calendar.render();
  return {showNext: () => calendar.next()};
}
