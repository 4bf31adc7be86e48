import {scenarios} from './entries.mjs';

/** @typedef {import('./entries.mjs').Entry} Entry */

const path = /^\/service\/([\w-]+)\/calendar\/1\/virksomheder\/\d{8}\/frister$/;

/** @type {Map<string, string>} */
const answers = new Map();

/** Answers as the service does where a company's deadlines are read, with a scenario's name in front of the path;
 * `undefined`: something else was asked for.
 * @param {URL} url */
export function answerOf({pathname, searchParams, href}) {
  const scenario = scenarios.find(({name}) => name === path.exec(pathname)?.[1]);
  if (!scenario) return undefined;
  // The time that the service needs is not what is measured here.
  const answer =
    answers.get(href) ??
    read(scenario.entries, turnAround(searchParams.get('fra')), turnAround(searchParams.get('til')));
  answers.set(href, answer);
  return answer;
}

/** @param {readonly Entry[]} entries @param {string} fra @param {string} til */
function read(entries, fra, til) {
  const frister = entries
    .map(({title, start}, place) => ({
      fristId: place + 1,
      fristDato: turnAround(start),
      afsenderCvr: '19552101',
      afsenderNavn: 'Skattestyrelsen',
      overskrift: title,
      beskrivelse: '<p>Indberet og betal <b>moms</b> og <b>lønsum</b> senest denne dag.</p>',
      isLaest: place % 3 > 0,
      isSlettet: false,
    }))
    .filter((_, place) => {
      const {start = ''} = entries[place] ?? {};
      return fra <= start && start <= til;
    });
  return JSON.stringify(frister);
}

/** A day of one of the two spellings, `yyyy-mm-dd` and `dd-MM-yyyy`, in the other.
 * @param {string | null} day */
function turnAround(day) {
  return (day ?? '').split('-').reverse().join('-');
}
