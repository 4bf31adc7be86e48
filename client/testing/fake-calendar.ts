import {today} from '../calendar/model/dates.ts';
import type {FristAnswer} from '../calendar/model/frist.ts';
import {type FakeNetwork, fakeNetwork} from './fake-network.ts';

/** Behaves like interface E, for any company. The requests for the next deadlines are `beside`. */
export interface FakeCalendar extends FakeNetwork {
  /** What the service has stored. */
  readonly frister: Map<number, FristAnswer>;
  /** The URL of the feed for calendar apps that works. */
  subscription: string | undefined;
  /** When that was created; `null`: not known. */
  createdAt: string | null;
}

/** A deadline of Skattestyrelsen; every field can be given. */
export function frist(fristId: number, fristDato: string, fields: Partial<FristAnswer> = {}): FristAnswer {
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

export function fakeCalendar(...frister: readonly FristAnswer[]): FakeCalendar {
  const stored = new Map(frister.map(one => [one.fristId, one]));
  let made = 0;
  const calendar = {
    frister: stored,
    subscription: undefined as string | undefined,
    createdAt: '2026-11-22T14:00:00+0100' as string | null,
  };
  const network = fakeNetwork(
    ({method, url, body}) => {
      if (method === 'GET') return get(url);
      if (method === 'PUT') return mark(Number(url.pathname.split('/').at(-1)), body as Partial<FristAnswer>);
      if (method === 'DELETE') {
        calendar.subscription = undefined;
        return new Response(null, {status: 204});
      }
      calendar.subscription = `https://tavle.example/calendar/1/abonnementer/hemmelig${++made}.ics`;
      return Response.json({url: calendar.subscription}, {status: 201});
    },
    ({url}) => url.searchParams.get('antal') === '6',
  );

  function get({pathname, searchParams}: URL): Response {
    const [, id, file] = /\/frister\/([^/]+)(\/kalender\.ics)?$/.exec(pathname) ?? [];
    if (id !== undefined) {
      const found = stored.get(Number(id));
      if (!found) return notFound();
      return file
        ? new Response(`BEGIN:VCALENDAR ${found.overskrift} ${searchParams}`)
        : Response.json(found);
    }
    if (!pathname.endsWith('/abonnement')) return Response.json(read(searchParams));
    return calendar.subscription ? Response.json({oprettet: calendar.createdAt}) : notFound();
  }

  function read(query: URLSearchParams): FristAnswer[] {
    const fra = query.has('fra') ? compact(query.get('fra') ?? '') : Number(today().replaceAll('-', ''));
    const til = compact(query.get('til') ?? '31-12-9999');
    return [...stored.values()]
      .filter(({isSlettet}) => !isSlettet || query.get('slettede') === 'true')
      .filter(({fristDato}) => fra <= compact(fristDato) && compact(fristDato) <= til)
      .sort((one, other) => compact(one.fristDato) - compact(other.fristDato) || one.fristId - other.fristId)
      .slice(0, Number(query.get('antal') ?? Infinity));
  }

  function mark(id: number, fields: Partial<FristAnswer>): Response {
    const existing = stored.get(id);
    if (!existing) return notFound();
    const marked = {...existing, ...fields};
    stored.set(id, marked);
    return Response.json(marked);
  }

  return Object.assign(calendar, network);
}

function notFound(): Response {
  return Response.json({status: 'Not Found', code: 404, message: 'none'}, {status: 404});
}

/** A `dd-MM-yyyy` as a number that grows with time. */
function compact(date: string): number {
  return Number(date.split('-').reverse().join(''));
}
