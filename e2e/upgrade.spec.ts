import {readdir} from 'node:fs/promises';
import {join} from 'node:path';

import {requiredV2} from '../server/testing/bodies.ts';
import {callerWith, organisation} from '../server/testing/certificates.ts';
import type {TestIssuer} from '../server/testing/issuer.ts';
import {isThorough} from '../server/testing/thoroughness.ts';
import {readDocBlocks} from './support/doc-blocks.ts';
import {installEarlierRelease} from './support/earlier-release.ts';
import {runToEnd} from './support/process.ts';
import {runShell} from './support/shell.ts';
import {dafolo as supplier, expect, skat, test} from './support/test.ts';

/** The commit of the earlier release. It must be in this clone. */
const commit = process.env.TAVLE_UPGRADE_FROM ?? '9452d17';

/** Differs from this release's version, which stays the same until it is published. */
const earlierVersion = '0.0.9';

const novo = '24256790';
const month = 'fra=01-03-2035&til=31-03-2035&slettede=true';

interface Deadline {
  readonly fristId: number;
  readonly overskrift: string;
  /** Only in a company's deadlines. */
  readonly isLaest?: boolean;
  readonly isSlettet?: boolean;
}

/** Returns the requests of an authority, a supplier, a company and a person to one of two services on the same store. */
async function usersOf(url: string, issuer: TestIssuer) {
  const authority = callerWith(url, await organisation(skat));
  const forms = callerWith(url, await organisation(supplier));
  const person = callerWith(url);
  const token = await issuer.authorize('anna', novo);
  const company = `/calendar/1/virksomheder/${novo}`;
  const frist = {beskrivelse: '<p>Betal</p>', fristDato: '14-03-2035', modtagere: novo};
  const succeed = (response: {status: number; body: unknown}) => {
    expect(response.status).toBeGreaterThanOrEqual(200);
    expect(response.status).toBeLessThan(300);
    return response.body;
  };
  const form = (id: string) => `/dia/2/formular/${supplier}/${id}`;

  return {
    deliver: async (overskrift: string) =>
      (succeed(await authority('POST', '/calendar/1/frister', {...frist, overskrift})) as {fristId: number})
        .fristId,
    rename: async (id: number, overskrift: string) =>
      succeed(await authority('PUT', `/calendar/1/frister/${id}`, {...frist, overskrift})),
    withdraw: async (id: number) => succeed(await authority('DELETE', `/calendar/1/frister/${id}`)),
    mark: async (id: number, mark: object) =>
      succeed(await person('PUT', `${company}/frister/${id}`, mark, token)),
    writeForm: async (id: string, titel: string) =>
      succeed(await forms('PUT', form(id), {...requiredV2, titel})),
    removeForm: async (id: string) => succeed(await forms('DELETE', form(id))),
    turn: async (app: string, on: boolean) =>
      succeed(await person('PUT', `/dashboard/1/apps/state?app=${app}&activated=${on}`, undefined, token)),
    subscribe: async () =>
      new URL((succeed(await person('POST', `${company}/abonnement`, undefined, token)) as {url: string}).url)
        .pathname,

    /** Returns everything that these users can read. */
    async view(feed: string) {
      const delivered = succeed(await authority('GET', '/calendar/1/frister')) as Deadline[];
      const received = succeed(
        await person('GET', `${company}/frister?${month}`, undefined, token),
      ) as Deadline[];
      const list = succeed(await forms('GET', `/dia/2/formular/${supplier}`)) as {
        egetId: string;
        titel: string;
      }[];
      const states = succeed(
        await person(
          'GET',
          '/dashboard/1/apps/state?apps=frister&apps=cvr&apps=tilladelser',
          undefined,
          token,
        ),
      );
      const calendar = await person('GET', feed);
      expect(calendar.status).toBe(200);
      return {
        delivered: delivered.map(({fristId, overskrift}) => [fristId, overskrift]),
        received: received.map(each => [each.fristId, each.overskrift, each.isLaest, each.isSlettet]),
        forms: list.map(({egetId, titel}) => [egetId, titel]),
        states,
        events: [...calendar.text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title).toSorted(),
      };
    },
  };
}

test.skip(!isThorough, 'It builds and installs another release: npm run test:upgrade.');

test(`the release of ${commit} and this one read and change each other’s records on one Redis, and each can continue alone`, async ({
  start,
  startDurableRedis,
  withOrganisations,
  settings,
  directory,
  issuer,
}) => {
  test.setTimeout(600_000);
  const release = await installEarlierRelease(commit, earlierVersion, directory);
  const redis = await startDurableRedis();
  const common = {...withOrganisations, TAVLE_STORE: redis.url, TAVLE_PUBLIC_URL: 'https://tavle.test'};
  const startEarlier = () => start(common, {cli: release.cli});

  const earlierService = await startEarlier();
  const earlier = await usersOf(earlierService.url, issuer);
  const feed = await earlier.subscribe();
  const ids = [await earlier.deliver('Moms'), await earlier.deliver('Skat'), await earlier.deliver('Told')];
  const [moms = 0, skatId = 0, told = 0] = ids;
  await earlier.mark(moms, {isLaest: true});
  await earlier.writeForm('jord', 'Jordflytning');
  await earlier.writeForm('byg', 'Byggeri');
  await earlier.turn('cvr', true);
  const expected = {
    delivered: [
      [moms, 'Moms'],
      [skatId, 'Skat'],
      [told, 'Told'],
    ],
    received: [
      [moms, 'Moms', true, false],
      [skatId, 'Skat', false, false],
      [told, 'Told', false, false],
    ],
  };
  expect(await earlier.view(feed)).toMatchObject(expected);

  const service = await start(common);
  const current = await usersOf(service.url, issuer);
  /** Expects the same responses from both. */
  const both = async () => {
    const [one, other] = [await earlier.view(feed), await current.view(feed)];
    expect(other).toEqual(one);
    return other;
  };

  await test.step('this release reads what the earlier one wrote', async () => {
    expect(await both()).toMatchObject(expected);
  });
  await test.step('the earlier release reads what this one wrote and changed', async () => {
    await current.rename(skatId, 'Skat, rettet');
    await current.mark(told, {isSlettet: true});
    await current.writeForm('jord', 'Jordflytning, rettet');
    await current.removeForm('byg');
    await current.turn('cvr', false);
    const own = await current.deliver('Ny');
    expect(own).toBe(told + 1);
    const seen = await both();
    expect(seen.delivered).toEqual([
      [moms, 'Moms'],
      [skatId, 'Skat, rettet'],
      [told, 'Told'],
      [own, 'Ny'],
    ]);
    expect(seen.received).toContainEqual([told, 'Told', false, true]);
    expect(seen.forms).toEqual([['jord', 'Jordflytning, rettet']]);
    expect(seen.states).toMatchObject({cvr: {state: 'deactive'}});
  });
  await test.step('the earlier release changes what this one wrote', async () => {
    await earlier.rename(told + 1, 'Ny, rettet');
    await earlier.mark(told, {isSlettet: false, isLaest: true});
    await earlier.withdraw(moms);
    await earlier.writeForm('jord', 'Jordflytning, rettet igen');
    await earlier.turn('cvr', true);
    expect(await earlier.deliver('Sidste')).toBe(told + 2);
    const seen = await both();
    expect(seen.delivered).toEqual([
      [skatId, 'Skat, rettet'],
      [told, 'Told'],
      [told + 1, 'Ny, rettet'],
      [told + 2, 'Sidste'],
    ]);
    expect(seen.received).toContainEqual([told, 'Told', true, false]);
    expect(seen.forms).toEqual([['jord', 'Jordflytning, rettet igen']]);
  });

  const last = await both();
  await test.step('a store with records of both passes tavle check', async () => {
    for (const command of [['repair'], ['check'], ['backup', join(directory, 'saved')]]) {
      const {code, stderr} = await runToEnd(
        command,
        // Audit lines would go to standard error.
        {...settings, ...common, TAVLE_PUBLIC_URL: '', TAVLE_AUDIT: 'off'},
        directory,
      );
      expect({command, code, stderr}).toEqual({command, code: 0, stderr: ''});
    }
  });
  await test.step('after a rollback, the earlier release continues alone', async () => {
    await Promise.all([service.stop(), earlierService.stop()]);
    const again = await usersOf((await startEarlier()).url, issuer);
    expect(await again.view(feed)).toEqual(last);
    expect(await again.deliver('Efter')).toBe(told + 3);
  });
  await test.step('the scripts of the earlier release stay at their URLs', async () => {
    const {commands} = await readDocBlocks('operate/upgrade.md');
    const keep = commands.find(command => command.includes('/embed/')) ?? '';
    const archive = join(directory, 'archive');
    await runShell(
      keep.replaceAll('/var/lib/tavle/scripts', archive).replaceAll('sudo ', ''),
      release.directory,
    );
    const upgraded = await start({...common, TAVLE_EMBED_ARCHIVE: archive});
    const rolledBack = await startEarlier();
    const names = (await readdir(join(archive, earlierVersion))).filter(name => name.endsWith('.js'));
    expect(names).toContain('tavle.js');
    for (const name of names) {
      const path = `/embed/${earlierVersion}/${name}`;
      const [kept, original] = await Promise.all(
        [upgraded, rolledBack].map(({url}) => callerWith(url)('GET', path)),
      );
      expect({path, status: kept?.status}).toEqual({path, status: 200});
      expect(kept?.text).toBe(original?.text);
      expect(kept?.headers['cache-control']).toContain('immutable');
    }
  });
});
