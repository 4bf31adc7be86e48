import {today} from '../frist/model/dates.ts';
import type {CompanyFrist, SharedFrist} from '../api/responses.ts';
import {type FakeNetwork, fakeNetwork} from './fake-network.ts';

/** A fake of interface E. All companies have the same deadlines, except those in `own`. Requests for the next deadlines are in `background`. */
export interface FakeCalendar extends FakeNetwork {
  /** The stored deadlines. */
  readonly frister: Map<number, CompanyFrist>;
  /** The stored deadlines of companies with other deadlines, by CVR number. */
  readonly own: Map<string, Map<number, CompanyFrist>>;
  /** The URLs of valid feeds, by CVR number. */
  readonly links: Map<string, string>;
  /** The time of its creation. */
  createdAt: string;
}

/** Returns a deadline of Skattestyrelsen. */
export function frist(fristId: number, fristDato: string, fields: Partial<CompanyFrist> = {}): CompanyFrist {
  return {
    fristId,
    fristDato,
    afsenderCvr: '19552101',
    afsenderNavn: 'Skattestyrelsen',
    overskrift: `Frist ${fristId}`,
    beskrivelse: `<p>Det er frist nummer <b>${fristId}</b>.</p>`,
    isLaest: false,
    isSlettet: false,
    isKlaret: false,
    klaret: null,
    ...fields,
  };
}

export function fakeCalendar(...frister: readonly CompanyFrist[]): FakeCalendar {
  const shared = byId(frister);
  const own = new Map<string, Map<number, CompanyFrist>>();
  const links = new Map<string, string>();
  let made = 0;
  const calendar = {
    frister: shared,
    own,
    links,
    createdAt: '2026-11-22T14:00:00+0100',
  };
  const network = fakeNetwork(
    ({method, url, body}) => {
      if (url.pathname.startsWith('/calendar/1/mine/frister')) return respondToAll(method, url, body);
      const cvr = url.pathname.split('/')[4] ?? '';
      const stored = own.get(cvr) ?? shared;
      if (method === 'GET') return get(url, cvr, stored);
      if (method === 'DELETE') {
        links.delete(cvr);
        return new Response(null, {status: 204});
      }
      links.set(cvr, `https://tavle.example/calendar/1/abonnementer/hemmelig${++made}.ics`);
      return Response.json({url: links.get(cvr)}, {status: 201});
    },
    ({method, url}) =>
      method === 'GET' &&
      /^(6|100)$/.test(url.searchParams.get('antal') ?? '') &&
      url.searchParams.get('klarede') === 'false',
  );

  function get({pathname, searchParams}: URL, cvr: string, stored: Stored): Response {
    const [, id, file] = /\/frister\/([^/]+)(\/kalender\.ics)?$/.exec(pathname) ?? [];
    if (id !== undefined) {
      const found = stored.get(Number(id));
      if (!found) return notFound();
      return file
        ? new Response(`BEGIN:VCALENDAR ${found.overskrift} ${searchParams}`)
        : Response.json(found);
    }
    return links.has(cvr) ? Response.json({oprettet: calendar.createdAt}) : notFound();
  }

  /** Responds to a request for all companies, or for those that it names. */
  function respondToAll(method: string, {pathname, searchParams}: URL, body: unknown): Response {
    if (method === 'GET') return Response.json(readAll(searchParams));
    const id = Number(pathname.split('/').at(-1));
    const {virksomheder = [], ...fields} = body as Partial<CompanyFrist> & {virksomheder?: string[]};
    const companies = virksomheder.map(cvr => own.get(cvr) ?? shared).filter(stored => stored.has(id));
    if (!companies.length) return notFound();
    for (const stored of companies) {
      const existing = stored.get(id);
      if (existing) stored.set(id, {...existing, ...fields});
    }
    const [item] = together([id], [...new Set([...own.keys(), ...virksomheder])], () => true);
    return Response.json(item);
  }

  /** Returns each deadline once, with the companies that have it. */
  function together(
    ids: Iterable<number>,
    cvrs: readonly string[],
    isShown: (frist: CompanyFrist) => boolean,
  ): SharedFrist[] {
    return [...new Set(ids)].flatMap(id => {
      const found = cvrs.flatMap(cvr => {
        const frist = (own.get(cvr) ?? shared).get(id);
        return frist && isShown(frist) ? [{cvr, frist}] : [];
      });
      const [first] = found;
      if (!first) return [];
      const {isLaest: _read, isSlettet: _hidden, isKlaret: _done, klaret: _mark, ...texts} = first.frist;
      const virksomheder = found.map(({cvr, frist: {isLaest, isSlettet, isKlaret, klaret}}) => ({
        ...{cvr, isLaest, isSlettet, isKlaret, klaret},
      }));
      return [{...texts, virksomheder}];
    });
  }

  function readAll(query: URLSearchParams): SharedFrist[] {
    const fra = query.has('fra')
      ? compact(query.get('fra') ?? '')
      : Number(today(new Date()).replaceAll('-', ''));
    const til = compact(query.get('til') ?? '31-12-9999');
    const named = query.getAll('cvr');
    const cvrs = named.length ? named : [...own.keys()];
    const isShown = ({fristDato, isSlettet, isKlaret}: CompanyFrist) =>
      (!isSlettet || query.get('slettede') === 'true') &&
      (!isKlaret || query.get('klarede') !== 'false') &&
      fra <= compact(fristDato) &&
      compact(fristDato) <= til;
    const ids = cvrs.flatMap(cvr => [...(own.get(cvr) ?? shared).keys()]);
    return together(ids, cvrs, isShown)
      .sort((one, other) => compact(one.fristDato) - compact(other.fristDato) || one.fristId - other.fristId)
      .slice(0, Number(query.get('antal') ?? Infinity));
  }

  return Object.assign(calendar, network);
}

type Stored = Map<number, CompanyFrist>;

/** Returns deadlines by id. */
export function byId(frister: readonly CompanyFrist[]): Stored {
  return new Map(frister.map(one => [one.fristId, one]));
}

function notFound(): Response {
  return Response.json({status: 'Not Found', code: 404, message: 'none'}, {status: 404});
}

/** Converts `dd-MM-yyyy` to a number that grows with time. */
function compact(date: string): number {
  return Number(date.split('-').reverse().join(''));
}
