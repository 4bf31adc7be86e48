import {scenarios} from './entries.mjs';

/** @typedef {import('./entries.mjs').Entry} Entry */

const path = /^\/service\/([\w-]+)\/calendar\/1\/virksomheder\/\d{8}\/frister$/;

/** @type {Map<string, string>} */
const responses = new Map();

/** Returns the response to a request for a company's deadlines, with a scenario's name as prefix of the path. Returns `undefined` for
 * other requests.
 * @param {URL} url */
export function respond({pathname, searchParams, href}) {
  const scenario = scenarios.find(({name}) => name === path.exec(pathname)?.[1]);
  if (!scenario) return undefined;
  // Cached: the time of the service is not measured.
  const response =
    responses.get(href) ??
    read(
      scenario.entries,
      reverseDate(searchParams.get('fra')),
      reverseDate(searchParams.get('til') ?? '31-12-2199'),
      Number(searchParams.get('antal') ?? Infinity),
    );
  responses.set(href, response);
  return response;
}

/** @param {readonly Entry[]} entries @param {string} fra @param {string} til @param {number} antal */
function read(entries, fra, til, antal) {
  const frister = entries
    .map(({title, start}, index) => ({
      fristId: index + 1,
      fristDato: reverseDate(start),
      afsenderCvr: '19552101',
      afsenderNavn: 'Skattestyrelsen',
      overskrift: title,
      beskrivelse: '<p>Indberet og betal <b>moms</b> og <b>lønsum</b> senest denne dag.</p>',
      isLaest: index % 3 > 0,
      isSlettet: false,
    }))
    .filter((_, index) => {
      const {start = ''} = entries[index] ?? {};
      return fra <= start && start <= til;
    })
    .slice(0, antal);
  return JSON.stringify(frister);
}

/** Converts between `yyyy-mm-dd` and `dd-MM-yyyy`.
 * @param {string | null} day */
function reverseDate(day) {
  return (day ?? '').split('-').reverse().join('-');
}
