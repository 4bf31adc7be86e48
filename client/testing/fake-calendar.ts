import {today} from '../frist/model/dates.ts';
import type {CompanyFrist} from '../api/responses.ts';
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
      const cvr = url.pathname.split('/')[4] ?? '';
      const stored = own.get(cvr) ?? shared;
      if (method === 'GET') return get(url, cvr, stored);
      if (method === 'PUT')
        return mark(Number(url.pathname.split('/').at(-1)), body as Partial<CompanyFrist>, stored);
      if (method === 'DELETE') {
        links.delete(cvr);
        return new Response(null, {status: 204});
      }
      links.set(cvr, `https://tavle.example/calendar/1/abonnementer/hemmelig${++made}.ics`);
      return Response.json({url: links.get(cvr)}, {status: 201});
    },
    ({url}) => url.searchParams.get('antal') === '6',
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
    if (!pathname.endsWith('/abonnement')) return Response.json(read(searchParams, stored));
    return links.has(cvr) ? Response.json({oprettet: calendar.createdAt}) : notFound();
  }

  function read(query: URLSearchParams, stored: Stored): CompanyFrist[] {
    const fra = query.has('fra')
      ? compact(query.get('fra') ?? '')
      : Number(today(new Date()).replaceAll('-', ''));
    const til = compact(query.get('til') ?? '31-12-9999');
    return [...stored.values()]
      .filter(({isSlettet}) => !isSlettet || query.get('slettede') === 'true')
      .filter(({fristDato}) => fra <= compact(fristDato) && compact(fristDato) <= til)
      .sort((one, other) => compact(one.fristDato) - compact(other.fristDato) || one.fristId - other.fristId)
      .slice(0, Number(query.get('antal') ?? Infinity));
  }

  function mark(id: number, fields: Partial<CompanyFrist>, stored: Stored): Response {
    const existing = stored.get(id);
    if (!existing) return notFound();
    const marked = {...existing, ...fields};
    stored.set(id, marked);
    return Response.json(marked);
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
