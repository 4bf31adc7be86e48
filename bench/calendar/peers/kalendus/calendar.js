import '@jpahd/kalendus';
import '@jpahd/kalendus/themes/default.css';

/** @param time Start and end of every entry, as hours and minutes. */
export function convert(entries, time) {
  return entries.map(({title, start}) => {
    const day = dayOf(start);
    return {
      heading: title,
      content: '',
      color: '#0059b3',
      isContinuation: false,
      date: {start: day, end: day},
      time,
    };
  });
}

export function mount(host, entries, start) {
  const calendar = document.createElement('lms-calendar');
  Object.assign(calendar, {locale: 'da', firstDayOfWeek: 1, activeDate: dayOf(start), entries});
  calendar.style.blockSize = '100%';
  host.append(calendar);
  return calendar;
}

export function showNext(calendar) {
  const {month, ...rest} = calendar.activeDate;
  calendar.activeDate = {...rest, month: month + 1};
}

/** Opens the menu with the entry's text. */
export function openEntry(calendar) {
  calendar.shadowRoot.querySelector('lms-calendar-entry').click();
}

function dayOf(date) {
  const [year, month, day] = date.split('-').map(Number);
  return {year, month, day};
}
