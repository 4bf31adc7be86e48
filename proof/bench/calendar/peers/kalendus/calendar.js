import '@jpahd/kalendus';
import '@jpahd/kalendus/themes/default.css';

/** Returns the functions of an entry script. @param time Start and end of every entry, as hours and minutes. Default: the whole day. */
export function kalendus(time) {
  return {
    convert: entries =>
      entries.map(({title, start}) => ({
        ...{heading: title, content: '', color: '#0059b3', isContinuation: false},
        date: {start: dayOf(start), end: dayOf(start)},
        time: time ?? {start: {hour: 0, minute: 0}, end: {hour: 23, minute: 59}},
      })),
    mount(host, entries, _view, day) {
      const calendar = document.createElement('lms-calendar');
      Object.assign(calendar, {locale: 'da', firstDayOfWeek: 1, activeDate: dayOf(day), entries});
      calendar.style.blockSize = '100%';
      host.append(calendar);
      return {
        showNext() {
          const {month, ...rest} = calendar.activeDate;
          calendar.activeDate = {...rest, month: month + 1};
          // Kalendus lays out all-day entries only for the month in which they were set.
          if (!time) calendar.entries = [...calendar.entries];
        },
        /** Opens the menu with the entry's text. */
        openEntry: () => calendar.shadowRoot.querySelector('lms-calendar-entry').click(),
      };
    },
  };
}

function dayOf(date) {
  const [year, month, day] = date.split('-').map(Number);
  return {year, month, day};
}
