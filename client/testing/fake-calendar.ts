import {today} from '../frist/model/dates.ts';
import type {CalendarLink, CompanyFrist, CompanyLink, Mails, SharedFrist} from '../api/responses.ts';
import {type FakeNetwork, fakeNetwork} from './fake-network.ts';

/**
 * A fake of interface E, for the tests and states of the calendar and `<tavle-deadlines>`. If an element sends another request, respond to it here
 * as the service does. All companies have the same deadlines, except those in `own`. Requests for the next deadlines are in `background`.
 */
export interface FakeCalendar extends FakeNetwork {
  /** The stored deadlines. */
  readonly frister: Map<number, CompanyFrist>;
  /** The stored deadlines of the companies that do not have those of `frister`, by CVR number. */
  readonly own: Map<string, Map<number, CompanyFrist>>;
  /** The companies that the person has no access to. A request that names some of them gets an error that lists these. */
  readonly refused: Set<string>;
  /** The calendar links of the person, and those of others. */
  readonly links: CalendarLink[];
  readonly othersLinks: CompanyLink[];
  /** The person's mails; `null`: the service sends none. */
  mails: Mails | null;
}

/** The companies of the person's token. */
const tokenCompanies = ['10000009', '10000017'];

/** The code that confirms a mail address. */
export const mailCode = '123456';

/** The mails of a person who has chosen none. */
export const noMails: Mails = {
  ...{email: null, dage: [], virksomheder: [], alle: true, sprog: 'da', isBekraeftet: false, fejl: null},
};

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
  const refused = new Set<string>();
  const links: CalendarLink[] = [];
  const othersLinks: CompanyLink[] = [];
  let made = 0;
  const calendar = {
    frister: shared,
    own,
    refused,
    links,
    othersLinks,
    mails: null as Mails | null,
  };
  const network = fakeNetwork(
    ({method, url, body}) => {
      if (/\/mine\/(frister|maerker)/.test(url.pathname)) return respondToAll(method, url, body);
      const cvr = url.pathname.split('/')[4] ?? '';
      const stored = own.get(cvr) ?? shared;
      if (url.pathname.includes('/abonnementer')) return answerLinks(method, url, body);
      if (url.pathname.includes('/mine/paamindelser')) return answerMails(method, url, body);
      return method === 'GET' ? get(url, stored) : notFound();
    },
    ({method, url}) =>
      method === 'GET' &&
      /^(6|100)$/.test(url.searchParams.get('antal') ?? '') &&
      url.searchParams.get('klarede') === 'false',
  );

  function get({pathname, searchParams}: URL, stored: Stored): Response {
    const [, id, file] = /\/frister\/([^/]+)(\/kalender\.ics)?$/.exec(pathname) ?? [];
    if (id !== undefined) {
      const found = stored.get(Number(id));
      if (!found) return notFound();
      return file
        ? new Response(`BEGIN:VCALENDAR ${found.overskrift} ${searchParams}`)
        : Response.json(found);
    }
    return notFound();
  }

  function answerLinks(method: string, {pathname}: URL, body: unknown): Response {
    const isMine = pathname.includes('/mine/');
    const list: {id: string}[] = isMine ? links : othersLinks;
    if (method === 'GET') return Response.json(list);
    if (method === 'DELETE') {
      const at = list.findIndex(({id}) => id === pathname.split('/').at(-1));
      if (at < 0) return notFound();
      list.splice(at, 1);
      return Response.json({status: 'OK', code: 200});
    }
    const {navn, virksomheder: cvrs = tokenCompanies} = body as {navn: string; virksomheder?: string[]};
    const virksomheder = cvrs.map(cvr => ({cvr}));
    const id = `link${++made}`;
    const link = {id, navn, virksomheder, oprettet: '2026-11-22T14:00:00+01:00'};
    links.push(link);
    const url = `https://tavle.example/calendar/1/abonnementer/hemmelig${made}.ics`;
    return Response.json({...link, url}, {status: 201});
  }

  function answerMails(method: string, {pathname}: URL, body: unknown): Response {
    if (!calendar.mails) return notFound();
    if (method === 'DELETE') calendar.mails = noMails;
    if (method === 'PUT') {
      const {virksomheder: cvrs = tokenCompanies, ...rest} = body as {virksomheder?: string[]} & Omit<
        Mails,
        'virksomheder'
      >;
      const choice = {...rest, virksomheder: cvrs.map(cvr => ({cvr}))};
      if (!choice.email?.includes('@')) return refuse('email');
      const isBekraeftet = calendar.mails.isBekraeftet && calendar.mails.email === choice.email;
      calendar.mails = {...noMails, ...choice, isBekraeftet};
    }
    if (pathname.endsWith('/bekraeft')) {
      if ((body as {kode: string}).kode !== mailCode) return refuse('kode');
      calendar.mails = {...calendar.mails, isBekraeftet: true};
    }
    return Response.json(calendar.mails);
  }

  const refuse = (field: string) =>
    Response.json({message: 'wrong', errors: {[field]: ['Wrong.']}}, {status: 422});

  /** Responds to a request for all companies, or for those that it names. */
  function respondToAll(method: string, {searchParams}: URL, body: unknown): Response {
    const others = searchParams.getAll('cvr').filter(cvr => refused.has(cvr));
    if (others.length) {
      const errors = {cvr: others.map(cvr => `Must be a company of the token: "${cvr}" is not.`)};
      return Response.json({message: 'The token is not for all companies.', errors}, {status: 403});
    }
    if (method === 'GET') return Response.json(readAll(searchParams));
    const {frister: requests} = body as {
      frister: (Partial<CompanyFrist> & {virksomheder: string[]; kunEgne?: boolean})[];
    };
    const marked = requests.flatMap(({fristId = 0, virksomheder, ...fields}) => {
      const {isLaest, kunEgne, ...marks} = fields;
      // `isLaest` is the person's mark, the same for all companies.
      for (const stored of [shared, ...own.values()]) {
        const existing = stored.get(fristId);
        if (existing && isLaest !== undefined) stored.set(fristId, {...existing, isLaest});
      }
      for (const stored of virksomheder.map(cvr => own.get(cvr) ?? shared)) {
        const existing = stored.get(fristId);
        // In this fake, a deadline with `klaret` was marked by a colleague.
        if (existing && !(kunEgne && existing.klaret)) stored.set(fristId, {...existing, ...marks});
      }
      return together([fristId], virksomheder, () => true);
    });
    return Response.json(marked.map(({beskrivelse: _, ...item}) => item));
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
