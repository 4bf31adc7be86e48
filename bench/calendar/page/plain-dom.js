/**
 * The lower bound of a month's time: the same deadlines and the same number of elements as in Tavle's month, read from the same
 * service and created with the DOM API. It has one style sheet, no component library and no updates.
 */

const dayMs = 86_400_000;

const styles = `
  .tools { display: flex; flex-wrap: wrap; gap: 0.5em; margin-block-end: 1em; }
  table { inline-size: 100%; border: 1px solid #dcdcdc; border-spacing: 0; table-layout: fixed; }
  td { block-size: 8.75em; padding: 0.25em; border: 1px solid #dcdcdc; vertical-align: top; }
  .spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .chip { display: block; overflow: hidden; padding: 0.125em 0.375em; font-size: 0.8125em; text-overflow: ellipsis; white-space: nowrap; }
`;

/** @typedef {{fristId: number, fristDato: string, overskrift: string, isLaest: boolean}} Frist */

export function convert() {
  return undefined;
}

/**
 * @param {HTMLElement} host @param {undefined} _entries @param {string} _view @param {string} day
 * @param {string} service
 */
export function mount(host, _entries, _view, day, service) {
  void show(host, day.slice(0, 7), service);
  return () => show(host, new Date(Date.parse(day) + 31 * dayMs).toISOString().slice(0, 7), service);
}

/** @param {HTMLElement} host @param {string} month @param {string} service */
async function show(host, month, service) {
  const days = daysOf(month);
  const query = `fra=${reverse(days[0] ?? '')}&til=${reverse(days.at(-1) ?? '')}&slettede=true`;
  const url = `${service}/calendar/1/virksomheder/24256790/frister?${query}`;
  const response = await fetch(url, {headers: {authorization: 'Bearer token'}});
  /** @type {Frist[]} */
  const frister = await response.json();
  /** @type {Map<string, Frist[]>} */
  const byDate = new Map();
  for (const frist of frister) {
    const date = reverse(frist.fristDato);
    byDate.set(date, [...(byDate.get(date) ?? []), frist]);
  }
  const name = new Intl.DateTimeFormat('da', {dateStyle: 'full', timeZone: 'UTC'});
  const rows = Array.from({length: days.length / 7}, (_, week) =>
    element('tr', {}, [
      element('th', {scope: 'row'}, [String(week)]),
      ...days.slice(week * 7, week * 7 + 7).map(day => cell(day, byDate.get(day) ?? [], name)),
    ]),
  );
  host.replaceChildren(
    element('style', {}, [styles]),
    tools(month, frister.length),
    element('table', {role: 'grid'}, [element('thead', {}, [weekdays()]), element('tbody', {}, rows)]),
  );
}

/** @param {string} day @param {readonly Frist[]} frister @param {Intl.DateTimeFormat} name */
function cell(day, frister, name) {
  const chips = frister
    .slice(0, 3)
    .map(({fristId, overskrift}) =>
      element('span', {class: 'chip', 'data-id': String(fristId)}, [overskrift]),
    );
  return element('td', {'data-date': day, tabindex: '-1'}, [
    element('span', {class: 'spoken'}, [`${name.format(Date.parse(day))}, ${frister.length} frister`]),
    element('span', {'aria-hidden': 'true'}, [String(Number(day.slice(-2)))]),
    element('span', {hidden: ''}, [String(frister.length)]),
    ...chips,
    ...(frister.length > 3 ? [element('span', {class: 'chip'}, [`${frister.length - 3} mere`])] : []),
  ]);
}

/** @param {string} month @param {number} count */
function tools(month, count) {
  const buttons = ['Forrige', 'Næste', 'I dag', 'Måned', 'Liste', 'Abonnér'].map(text =>
    element('button', {type: 'button'}, [text]),
  );
  const checks = ['Kun ulæste', 'Vis skjulte'].map(text =>
    element('label', {}, [element('input', {type: 'checkbox'}, []), text]),
  );
  const select = element('select', {}, [element('option', {}, ['Alle'])]);
  const date = element('input', {type: 'date'}, []);
  const texts = [month, `${count} frister`].map(text => element('p', {}, [text]));
  return element('div', {class: 'tools'}, [...buttons, date, select, ...checks, ...texts]);
}

function weekdays() {
  const names = ['Uge', 'man', 'tir', 'ons', 'tor', 'fre', 'lør', 'søn'];
  return element(
    'tr',
    {},
    names.map(text => element('th', {scope: 'col'}, [text])),
  );
}

/** @param {string} tag @param {Record<string, string>} attributes @param {readonly (string | Node)[]} children */
function element(tag, attributes, children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

/** Returns the days of the weeks of a month, from Monday on.
 * @param {string} month */
function daysOf(month) {
  const first = Date.parse(`${month}-01`);
  const next = new Date(first + 31 * dayMs).toISOString().slice(0, 7);
  const last = Date.parse(`${next}-01`) - dayMs;
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const count = Math.ceil((last + dayMs - monday) / (7 * dayMs)) * 7;
  return Array.from({length: count}, (_, index) =>
    new Date(monday + index * dayMs).toISOString().slice(0, 10),
  );
}

/** @param {string} date */
function reverse(date) {
  return date.split('-').reverse().join('-');
}
