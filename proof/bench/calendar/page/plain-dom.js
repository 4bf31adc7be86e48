/**
 * The lower bound of the time of a month and a list, for `bundles.mjs`: the same deadlines and the same number of elements as in Tavle's calendar,
 * read from the same service and created with the DOM API. It has no component library and does not update what it has rendered. If that calendar
 * changes, change this as well.
 */

const dayMs = 86_400_000;

/** The number of deadlines of a list. */
const listLength = 50;
/** The numbers of next deadlines that are requested and shown above a month. */
const nextLength = 6;
const maxNext = 3;

const styles = `
  .tools { display: flex; flex-wrap: wrap; gap: 0.5em; margin-block-end: 1em; }
  table { inline-size: 100%; border: 1px solid #dcdcdc; border-spacing: 0; table-layout: fixed; }
  td { block-size: 8.75em; padding: 0.25em; border: 1px solid #dcdcdc; vertical-align: top; }
  .spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .day { display: grid; grid-template-columns: minmax(12em, 1fr) 3fr; gap: 0.25em 1.5em; padding-block: 0.5em; border-block-start: 1px solid #dcdcdc; }
  .next { display: grid; gap: 0.5em; margin: 0 0 1em; padding: 0; list-style: none; }
  .day ul { display: grid; gap: 0.5em; margin: 0; padding: 0; list-style: none; }
  .entry { display: grid; grid-template-columns: 11em 1fr auto; inline-size: 100%; padding: 0.5em 0.75em; border: 1px solid #dcdcdc; text-align: start; }
  .chip { display: block; overflow: hidden; padding: 0.125em 0.375em; font-size: 0.8125em; text-overflow: ellipsis; white-space: nowrap; }
`;

/** @typedef {{fristId: number, fristDato: string, overskrift: string, afsenderNavn: string, virksomheder: {isLaest: boolean}[]}} Frist */

export const convert = () => undefined;

/**
 * @param {HTMLElement} host @param {undefined} _entries @param {string} view @param {string} day
 * @param {string} service
 */
export function mount(host, _entries, view, day, service) {
  void (view === 'list' ? showList : showMonth)(host, day.slice(0, 7), service);
  return {showNext: () => showMonth(host, toDay(Date.parse(day) + 31 * dayMs).slice(0, 7), service)};
}

/** Reads the deadlines of a query, and the next deadlines from today on.
 * @param {string} service @param {string} query @returns {Promise<[frister: Frist[], next: Frist[]]>} */
function load(service, query) {
  const read = async (/** @type {string} */ query) => {
    const url = `${service}/calendar/1/mine/frister?${query}&slettede=true&cvr=24256790`;
    return (await fetch(url, {headers: {authorization: 'Bearer token'}})).json();
  };
  return Promise.all([read(query), read(`fra=${reverse(toDay(Date.now()))}&antal=${nextLength}`)]);
}

/** @param {readonly Frist[]} frister @returns {Map<string, Frist[]>} */
function groupByDate(frister) {
  const byDate = new Map();
  for (const frist of frister) {
    const date = reverse(frist.fristDato);
    const group = byDate.get(date);
    if (group) group.push(frist);
    else byDate.set(date, [frist]);
  }
  return byDate;
}

/** @param {HTMLElement} host @param {string} month @param {string} service */
async function showList(host, month, service) {
  const [loaded, next] = await load(service, `fra=${reverse(`${month}-01`)}&antal=${listLength}`);
  // Omits the last day, which may have more deadlines than were loaded.
  const last = loaded.at(-1)?.fristDato;
  const frister = loaded[0]?.fristDato === last ? loaded : loaded.filter(({fristDato}) => fristDato !== last);
  const name = new Intl.DateTimeFormat('da', {dateStyle: 'full', timeZone: 'UTC'});
  const days = [...groupByDate(frister)].map(([day, frister]) =>
    element('div', {class: 'day'}, [
      element('div', {role: 'heading', 'aria-level': '3'}, [
        element('time', {datetime: day}, [name.format(Date.parse(day))]),
        soon(),
      ]),
      element('ul', {}, frister.map(entry)),
    ]),
  );
  render(host, next, month, frister.length, [
    element('div', {class: 'list'}, [element('div', {role: 'heading', 'aria-level': '2'}, [month]), ...days]),
    button('Vis flere'),
  ]);
}

/** @param {HTMLElement} host @param {string} month @param {string} service */
async function showMonth(host, month, service) {
  const days = daysOf(month);
  const range = `fra=${reverse(days[0] ?? '')}&til=${reverse(days.at(-1) ?? '')}`;
  const [frister, next] = await load(service, range);
  const byDate = groupByDate(frister);
  const name = new Intl.DateTimeFormat('da', {dateStyle: 'full', timeZone: 'UTC'});
  const rows = Array.from({length: days.length / 7}, (_, week) =>
    element('tr', {}, [
      element('th', {scope: 'row'}, [String(week)]),
      ...days.slice(week * 7, week * 7 + 7).map(day => cell(day, byDate.get(day) ?? [], name)),
    ]),
  );
  const weekdays = ['Uge', 'man', 'tir', 'ons', 'tor', 'fre', 'lør', 'søn'];
  const heads = weekdays.map(text => element('th', {scope: 'col'}, [text]));
  render(host, next, month, frister.length, [
    element('table', {role: 'grid'}, [
      element('thead', {}, [element('tr', {}, heads)]),
      element('tbody', {}, rows),
    ]),
  ]);
}

/** Shows the next deadlines and the tools, with the month or the list below.
 * @param {HTMLElement} host @param {readonly Frist[]} next @param {string} month @param {number} count @param {readonly Node[]} below */
function render(host, next, month, count, below) {
  const buttons = ['Forrige', 'Næste', 'I dag', 'Måned', 'Liste', 'Abonnér'].map(button);
  const checks = ['Kun ulæste', 'Vis skjulte'].map(text =>
    element('label', {}, [element('input', {type: 'checkbox'}, []), text]),
  );
  const select = element('select', {}, [element('option', {}, ['Alle'])]);
  const date = element('input', {type: 'date'}, []);
  const texts = [month, `${count} frister`].map(text => element('p', {}, [text]));
  host.replaceChildren(
    element('style', {}, [styles]),
    element('ul', {class: 'next'}, next.slice(0, maxNext).map(nextEntry)),
    element('div', {class: 'tools'}, [...buttons, date, select, ...checks, ...texts]),
    ...below,
  );
}

/** @param {string} text */
const button = text => element('button', {type: 'button'}, [text]);

const soon = () => element('span', {class: 'tag'}, ['om 3 måneder']);

/** @param {string} text */
const danish = text => element('span', {lang: 'da'}, [text]);

/** @param {Frist['virksomheder']} virksomheder */
const unread = virksomheder =>
  virksomheder.every(({isLaest}) => isLaest) ? [] : [element('span', {class: 'spoken'}, ['Ulæst'])];

/** @param {number} fristId @param {readonly Node[]} children */
function item(fristId, children) {
  const attributes = {type: 'button', class: 'entry', 'data-id': String(fristId)};
  return element('li', {}, [element('button', attributes, children)]);
}

/** @param {Frist} frist */
function entry({fristId, overskrift, afsenderNavn, virksomheder}) {
  return item(fristId, [danish(overskrift), danish(afsenderNavn), ...unread(virksomheder)]);
}

/** @param {Frist} frist */
function nextEntry({fristId, fristDato, overskrift, afsenderNavn, virksomheder}) {
  const date = element('time', {datetime: reverse(fristDato)}, [fristDato]);
  const sender = element('span', {}, [danish(afsenderNavn), ...unread(virksomheder)]);
  return item(fristId, [element('span', {}, [soon(), date]), danish(overskrift), sender]);
}

/** @param {string} day @param {readonly Frist[]} frister @param {Intl.DateTimeFormat} name */
function cell(day, frister, name) {
  const chips = frister.slice(0, 3).map(({fristId, overskrift, virksomheder}) => {
    const attributes = {class: 'chip', title: overskrift, 'data-id': String(fristId)};
    return element('span', attributes, [danish(overskrift), ...unread(virksomheder)]);
  });
  const more = frister.length > 3 ? [element('span', {}, [`+ ${frister.length - 3} flere`])] : [];
  const number = element('span', {'aria-hidden': 'true'}, [String(Number(day.slice(-2)))]);
  const spoken = `${name.format(Date.parse(day))}, ${frister.length} frister`;
  return element('td', {'data-date': day, tabindex: '-1'}, [
    element('span', {class: 'spoken'}, [spoken]),
    element('div', {}, [number, ...more]),
    ...chips,
  ]);
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
  const last = Date.parse(`${toDay(first + 31 * dayMs).slice(0, 7)}-01`) - dayMs;
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const count = Math.ceil((last + dayMs - monday) / (7 * dayMs)) * 7;
  return Array.from({length: count}, (_, index) => toDay(monday + index * dayMs));
}

/** @param {number} time */
const toDay = time => new Date(time).toISOString().slice(0, 10);

/** @param {string} date */
const reverse = date => date.split('-').reverse().join('-');
