import type {Caller} from '../../server/testing/certificates.ts';
import type {Company} from './companies.ts';
import {type Authority, type Delivery, randomSubset} from './deadlines.ts';
import {type ExpectedState, newRecord, randomIdle, type TrackedRecord} from './expected-state.ts';
import type {Workload} from './workload.ts';

/* A workload for `test-system.ts`: persons create and end calendar links. A step must leave each link in a known state, or in one of two. */

const mine = '/calendar/1/mine/abonnementer';

/** The maximum number of links between two checks. */
const maxLinks = 4;

/** The companies of a link in ascending order. `null`: the link was ended. */
type Companies = readonly string[] | null;

type Link = TrackedRecord<Companies> & {
  readonly id: string;
  /** The path of the link's feed. */
  readonly feed: string;
  /** Companies that their people took out of the link. The link never has them again. */
  readonly takenOut: Set<string>;
};

interface ListedLink {
  readonly id: string;
  readonly virksomheder: readonly {readonly cvr: string}[];
}

/**
 * Returns a person who creates and ends calendar links for all companies of the newest token. Newer tokens name other companies, and colleagues take
 * companies out of links (interface E).
 *
 * @param companies All companies that a token may name. Their checks run before this one, and after those of the authorities.
 * @param callFor Returns the caller of a newer token for some companies.
 * @param isReplicated Whether a failover may undo what a reader has seen. Then only a check acknowledges the changes by a token.
 */
export async function linkOwner(
  companies: readonly Company[],
  authorities: readonly Authority[],
  callFor: (cvrs: readonly string[]) => Promise<Caller>,
  expected: ExpectedState,
  isReplicated: boolean,
): Promise<Workload> {
  const all = companies.map(({cvr}) => cvr).sort();
  let own: readonly string[] = all;
  let call = await callFor(own);
  let links: Link[] = [];
  /** Whether a link may exist whose URL was in a lost response. */
  let mayHaveAnother = false;
  let ended: string | undefined;

  async function create(): Promise<boolean> {
    if (links.length >= maxLinks || mayHaveAnother) return false;
    const created = newRecord<Companies>(null);
    const response = await expected.change(created, own, () => call('POST', mine, {navn: 'Telefon'}), 201);
    mayHaveAnother = !response;
    if (!response) return false;
    const {id, url} = response.body as {id: string; url: string};
    links.push({...created, id, feed: new URL(url).pathname, takenOut: new Set()});
    return true;
  }

  async function end(link: Link): Promise<boolean> {
    const response = await expected.change(link, null, () => call('DELETE', `${mine}/${link.id}`), 200);
    if (response) ended = link.feed;
    return response !== undefined;
  }

  async function takeOut(link: Link, {cvr, call: asColleague}: Company): Promise<boolean> {
    const left = link.acknowledged?.filter(each => each !== cvr) ?? null;
    const path = `/calendar/1/virksomheder/${cvr}/abonnementer/${link.id}`;
    const response = await expected.change(link, left, () => asColleague('DELETE', path), 200);
    if (response) link.takenOut.add(cvr);
    return response !== undefined;
  }

  /** Reads with a newer token, which determines the companies of all links. */
  async function changeCompanies(): Promise<boolean> {
    if (links.some(({unknown}) => unknown)) return false;
    own = randomSubset(all);
    call = await callFor(own);
    const current = links.filter(({acknowledged}) => acknowledged);
    for (const link of current) link.unknown = {state: own.filter(cvr => !link.takenOut.has(cvr))};
    const response = await expected.request(() => call('GET', mine), 200);
    if (!response || isReplicated) return false;
    const found = byId(response.body);
    for (const link of current) {
      const {state} = link.unknown ?? {};
      // While the store refuses changes, the read succeeds and the links stay as they are. A later request changes them.
      if (!state || String(found.get(link.id)) !== String(state)) continue;
      link.acknowledged = state;
      link.unknown = undefined;
    }
    return true;
  }

  /** Compares a feed with the deadlines of the companies that a link may have. */
  async function checkFeed({id, feed}: Link, ...states: Companies[]): Promise<void> {
    const response = await expected.request(() => call('GET', feed), 200, 404, 429);
    if (!response || response.status === 429) return;
    const text = response.text.replaceAll(/\r\n[ \t]/g, '');
    const delivered = authorities.flatMap(each => [...each.delivered()]);
    const isDue = (cvr: string, frist: number, {recipients}: Delivery) =>
      (recipients?.includes(cvr) ?? true) &&
      !companies
        .find(each => each.cvr === cvr)
        ?.hidden()
        .has(frist);
    const findOther = (state: Companies): string | undefined => {
      if (!state) return response.status === 404 ? undefined : 'it works';
      if (response.status !== 200) return 'it does not work';
      for (const [frist, delivery] of delivered) {
        const isDueNow = state.some(cvr => isDue(cvr, frist, delivery));
        const isThere = new RegExp(`^SUMMARY:(?:.*: )?${delivery.mark} \\(`, 'm').test(text);
        if (isThere !== isDueNow) return `${isThere ? 'has' : 'lacks'} ${JSON.stringify(delivery)}`;
      }
      return undefined;
    };
    const others = states.map(findOther);
    const what = states.map((state, at) => `as the feed of ${String(state)}, ${String(others[at])}`).join();
    const violation = others.every(other => other?.startsWith('has')) ? 'wrong party' : 'lost';
    expected.verify(others.includes(undefined), violation, `Link ${id}: ${what}`);
  }

  async function checkLists(): Promise<void> {
    const found = byId((await expected.read(() => call('GET', mine))).body);
    for (const link of links) {
      const listed = found.get(link.id) ?? null;
      const isOwn = listed?.every(cvr => own.includes(cvr)) ?? true;
      expected.verify(
        isOwn,
        'wrong party',
        `Link ${link.id} has ${String(listed)}, its person ${own.join()}`,
      );
      expected.compare(link, listed, `The companies of link ${link.id}`);
      for (const cvr of own) if (listed && !listed.includes(cvr)) link.takenOut.add(cvr);
      found.delete(link.id);
    }
    expected.verify(
      !found.size || mayHaveAnother,
      'wrong party',
      `Nobody created ${[...found.keys()].join()}`,
    );
    for (const id of found.keys()) await expected.read(() => call('DELETE', `${mine}/${id}`));
    mayHaveAnother = false;
    for (const {cvr, call: asColleague} of companies) {
      const path = `/calendar/1/virksomheder/${cvr}/abonnementer`;
      const ids = byIds((await expected.read(() => asColleague('GET', path))).body);
      for (const {id, acknowledged} of links) {
        const isListed = acknowledged?.includes(cvr) ?? false;
        expected.verify(ids.has(id) === isListed, 'half', `${cvr} has link ${id}: ${ids.has(id)}`);
      }
    }
  }

  return {
    async step() {
      const link = randomIdle(links.filter(({acknowledged}) => acknowledged));
      const turn = Math.random();
      if (!link || turn < 0.2) return create();
      if (turn < 0.4) return changeCompanies();
      const colleagues = companies.filter(({cvr}) => link.acknowledged?.includes(cvr));
      const colleague = colleagues[Math.floor(Math.random() * colleagues.length)];
      return colleague && turn < 0.8 ? takeOut(link, colleague) : end(link);
    },

    async check() {
      // Reads the feeds first: a request with the newest token completes what another request has begun.
      for (const link of links)
        await checkFeed(link, link.acknowledged, ...(link.unknown ? [link.unknown.state] : []));
      await checkLists();
      for (const link of links) if (link.acknowledged) await checkFeed(link, link.acknowledged);
      links = links.filter(({acknowledged}) => acknowledged);
      // Checks only one ended link: the service responds with 429 to many invalid URLs.
      if (ended === undefined) return;
      const response = await expected.request(() => call('GET', ended ?? ''), 200, 404, 429);
      expected.verify(response?.status !== 200, 'lost', 'A calendar link that was ended works');
      ended = undefined;
    },
  };
}

const byId = (body: unknown) =>
  new Map((body as ListedLink[]).map(link => [link.id, link.virksomheder.map(({cvr}) => cvr).sort()]));

const byIds = (body: unknown) => new Set((body as ListedLink[]).map(({id}) => id));
