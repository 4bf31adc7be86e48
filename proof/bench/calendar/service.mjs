import {scenarios} from './entries.mjs';

/**
 * A deadline of a fake service, which `server.mjs` and `page/stage.js` use. If the calendar reads another field, add it to `item`.
 *
 * @typedef {{start: string, json: string}} Item `start` is `yyyy-mm-dd`.
 */

/** The CVR number of the person's company. */
const cvr = '24256790';

const path = /\/service\/([\w-]+)\/calendar\/1\/mine\/frister(?:\/(\d+))?$/;

/** The deadlines of each scenario by date. Written before any request, since the time of the service is not measured.
 * @type {ReadonlyMap<string, readonly Item[]>} */
const items = new Map(scenarios.map(({name, entries}) => [name, entries.map(item).sort(byDate)]));

/** Returns the response to a request that lists a person's deadlines or changes a deadline, with a scenario's name in the path. Returns
 * `undefined` for other requests. This function also runs in the page.
 * @param {URL} url */
export function respond({pathname, searchParams}) {
  const [, scenario = '', id] = path.exec(pathname) ?? [];
  const known = items.get(scenario);
  if (!known) return undefined;
  if (id !== undefined) return known.find(({json}) => json.startsWith(`{"fristId":${id},`))?.json;
  const from = reverseDate(searchParams.get('fra'));
  const to = reverseDate(searchParams.get('til') ?? '31-12-2199');
  const found = known.filter(({start}) => from <= start && start <= to);
  const length = Number(searchParams.get('antal') ?? Infinity);
  return `[${found
    .slice(0, length)
    .map(({json}) => json)
    .join()}]`;
}

/** @param {import('./entries.mjs').Entry} entry @param {number} index @returns {Item} */
function item({title, start}, index) {
  const json = JSON.stringify({
    fristId: index + 1,
    fristDato: reverseDate(start),
    afsenderCvr: '19552101',
    afsenderNavn: 'Skattestyrelsen',
    overskrift: title,
    beskrivelse: '<p>Indberet og betal <b>moms</b> og <b>lønsum</b> senest denne dag.</p>',
    virksomheder: [{cvr, isLaest: index % 3 > 0, isSlettet: false, isKlaret: false, klaret: null}],
  });
  return {start, json};
}

/** @param {Item} one @param {Item} other */
function byDate(one, other) {
  return one.start < other.start ? -1 : Number(one.start > other.start);
}

/** Converts between `yyyy-mm-dd` and `dd-MM-yyyy`.
 * @param {string | null} day */
function reverseDate(day) {
  return (day ?? '').split('-').reverse().join('-');
}
