import {beforeAll, describe, expect, it} from 'vitest';

import {companyIndex, companyMember, fristKey, type FristRecord, marksKey} from '../calendar/records.ts';
import {hasKnownShape} from '../document-types.ts';
import {emptyPortal} from '../portal/portal.ts';
import {openStore} from '../store/open-store.ts';
import {silent} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {whenReachable} from '../store/testing/reachable.ts';
import {deadline, deliver as deliverAs, requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {enginesOfLongRun} from '../testing/engines.ts';
import {dafolo, skat, useTestService} from '../testing/service.ts';
import {addDays, formatDate, today} from '../time/dates.ts';
import {inspectDeadline, inspectForm, renderReport} from './inspect.ts';

const [asSkat, asDafolo] = await Promise.all([skat, dafolo].map(organisation));
const [novo, lego] = ['24256790', '47458714'] as const;
const tomorrow = addDays(today(), 1);

describe.each(enginesOfLongRun)('next to a service on %s', async name => {
  const {url, issuer, engine} = await useTestService(tlsSettings, {engine: name});
  const authority = callerWith(url, asSkat);
  const anonymous = callerWith(url);
  const deliver = (changes: object = {}) =>
    deliverAs(authority, {fristDato: formatDate(tomorrow), modtagere: novo, ...changes});
  const mark = async (id: number, marks: object) => {
    const headers = await issuer.authorize('employee', novo);
    const path = `/calendar/1/virksomheder/${novo}/frister/${id}`;
    expect((await anonymous('PUT', path, marks, headers)).status).toBe(200);
  };
  let store: Store;
  beforeAll(async () => {
    store = await whenReachable(openStore(engine.address, silent, {hasKnownShape}));
    return () => store.close();
  });

  describe('a deadline', () => {
    it('reports its sender, recipients and versions, and whether and why a company sees it', async () => {
      const link = 'https://skat.example.dk/moms';
      const id = await deliver({link});
      expect(await inspectDeadline(store, id)).toMatchObject({
        subject: `deadline ${id}`,
        facts: {
          key: `frist/${id}`,
          version: 1,
          sender: `${skat} (Skattestyrelsen)`,
          date: tomorrow,
          title: 'Moms',
          link,
          recipients: 1,
          withdrawnAt: null,
          neededDocuments: '1, 0 missing',
          indexEntries: '2, 0 missing',
        },
        problems: [],
      });
      const descriptionFor = async (cvr: string) => (await inspectDeadline(store, id, cvr)).description[0];
      expect(await descriptionFor(lego)).toBe(`Company ${lego} is not among its recipients, and never was.`);
      expect(await descriptionFor(novo)).toBe(`Company ${novo}: visible, not marked as done.`);
      await mark(id, {isKlaret: true});
      expect(await descriptionFor(novo)).toBe(`Company ${novo}: visible, marked as done on ${today()}.`);
      await mark(id, {isSlettet: true});
      expect(await descriptionFor(novo)).toContain('hidden by the company');

      for (const fristDato of ['10-01-2099', '11-01-2099']) {
        await mark(id, {isKlaret: true});
        const body = deadline({fristDato, modtagere: novo});
        expect((await authority('PUT', `/calendar/1/frister/${id}`, body)).status).toBe(200);
      }
      const changed = await inspectDeadline(store, id, novo);
      expect(changed.description[0]).toBe(`Company ${novo}: visible, not marked as done.`);
      expect(changed.facts.mark).toMatchObject({
        outdated: expect.stringContaining('does not count') as string,
      });

      await store.write(marksKey(novo, '2099-01'), []);
      const damaged = await inspectDeadline(store, id, novo);
      expect(damaged.description[0]).toBe(`Company ${novo}: visible, not marked as done.`);
      expect(damaged.facts.mark).toEqual({
        version: expect.any(Number) as number,
        unreadable: expect.stringContaining('do not count') as string,
      });

      expect((await authority('DELETE', `/calendar/1/frister/${id}`)).status).toBe(200);
      expect((await inspectDeadline(store, id, novo)).description).toEqual([
        expect.stringContaining(`Company ${novo}: not visible, withdrawn on`),
        expect.stringMatching(
          new RegExp(`^Not visible: ${skat} withdrew it on ${new Date().toISOString().slice(0, 8)}`),
        ),
      ]);
    });

    it('distinguishes a company that an update removed from one that was never a recipient', async () => {
      const id = await deliver({modtagere: [novo, lego].join(',')});
      const verdictFor = async (cvr: string) => (await inspectDeadline(store, id, cvr)).description[0];
      const update = async (changes: object) => {
        const body = deadline({fristDato: formatDate(tomorrow), ...changes});
        expect((await authority('PUT', `/calendar/1/frister/${id}`, body)).status).toBe(200);
      };
      await update({modtagere: [novo, lego].join(','), overskrift: 'Rettet'});
      expect(await verdictFor(skat)).toBe(`Company ${skat} is not among its recipients, and never was.`);
      await mark(id, {isKlaret: true});
      await update({modtagere: lego, overskrift: 'Rettet'});
      expect(await verdictFor(novo)).toBe(
        `Company ${novo} is no longer among its recipients: an update removed it.`,
      );
      const {facts} = await inspectDeadline(store, id);
      expect(facts.link).toBeNull();
      await update({modtagere: lego, overskrift: 'Rettet igen'});
      expect(await verdictFor(skat)).toBe(
        `Company ${skat} is not among its recipients. If it was, the update of ${String(facts.recipientsChangedAt)} or an earlier one removed it.`,
      );
    });

    it('is reported as missing when its number was never assigned', async () => {
      const {facts, problems} = await inspectDeadline(store, 999_999);
      expect({facts, problems}).toEqual({
        facts: {},
        problems: [expect.stringContaining('The deadline 999999 does not exist')],
      });
    });

    it('reports lost index entries and lists of recipients', async () => {
      const id = await deliver();
      const [document] = await store.read([fristKey(id)]);
      const record = document?.value as FristRecord;
      await store.removeEntries([{index: companyIndex(novo), member: companyMember(id, record)}]);
      expect((await inspectDeadline(store, id)).problems).toEqual([
        expect.stringContaining('Run "tavle repair"'),
      ]);
      await store.remove(['frist', String(id), 'modtagere']);
      expect((await inspectDeadline(store, id)).problems).toEqual([
        expect.stringContaining(`frist/${id}/modtagere`),
      ]);
    });
  });

  it('reports whether a form variant is published, and lists the variants of its supplier', async () => {
    const supplier = callerWith(url, asDafolo);
    const put = async (changes: object) => {
      const path = `/dia/2/formular/${dafolo}/inspected`;
      expect((await supplier('PUT', path, {...requiredV2, ...changes})).status).toBe(201);
      return (await inspectForm(store, dafolo, 'inspected', emptyPortal)).description;
    };
    expect(await put({})).toEqual(['Not published: it has no publiceringsdato.']);
    expect(await put({publiceringsdato: '2020-01-01'})).toEqual([
      'Published since 2020-01-01T00:00:00+0100.',
    ]);
    expect(await put({publiceringsdato: '2099-01-01'})).toEqual([
      'Not yet published: publication starts on 2099-01-01T00:00:00+0100.',
    ]);
    expect(await put({publiceringsdato: '2020-01-01', afpubliceringsdato: '2021-01-01'})).toEqual([
      'No longer published: publication ended on 2021-01-01T00:00:00+0100.',
    ]);
    await put({publiceringsdato: '2020-01-01', afpubliceringsdato: '2099-01-01'});
    const own = {
      myndighedsid: '2',
      forkortelse: 'ERST',
      navn: 'Erhvervsstyrelsen',
      cvr: '10150817',
      type: 'stat' as const,
    };
    const listing = {
      ...emptyPortal,
      suppliers: new Map([[dafolo, {cvr: dafolo, navn: 'Dafolo', paaVegneAf: []}]]),
      authoritiesByAbbreviation: new Map([['ERST', own]]),
    };
    const inspect = async (portal: typeof emptyPortal) =>
      (await inspectForm(store, dafolo, 'inspected', portal)).description;
    expect(await inspect(listing)).toEqual([expect.stringMatching(/^Published since/)]);
    for (const lacking of ['suppliers', 'authoritiesByAbbreviation'])
      expect(await inspect({...listing, [lacking]: new Map()})).toEqual([
        expect.stringMatching(/^Not published: the portal file does not list/),
      ]);
    const ended = {id: '0', titel: 'Udløbet', afpubliceringsdato: 0};
    expect(await inspect({...listing, masters: new Map([['0', ended]])})).toEqual([
      'Not published: publication would start on 2020-01-01T00:00:00+0100, but ends on 1970-01-01T01:00:00+0100.',
    ]);
    expect((await inspectForm(store, dafolo, 'other', emptyPortal)).problems).toEqual([
      `The supplier ${dafolo} has no form variant "other". It has inspected.`,
    ]);
    expect((await supplier('DELETE', `/dia/2/formular/${dafolo}/inspected`)).status).toBe(200);
    const deleted = await inspectForm(store, dafolo, 'inspected', emptyPortal);
    expect(deleted.description).toEqual([expect.stringMatching(/^Not published: it was deleted on /)]);
  });

  it('finds a form variant whatever the Unicode form of its id', async () => {
    const supplier = callerWith(url, asDafolo);
    const path = `/dia/2/formular/${dafolo}/${encodeURIComponent('blå')}`;
    expect((await supplier('PUT', path, requiredV2)).status).toBe(201);
    const {problems, facts} = await inspectForm(store, dafolo, 'blå'.normalize('NFD'), emptyPortal);
    expect(problems).toEqual([]);
    // Its texts are short, so they are not stored separately.
    expect(facts).toMatchObject({interface: 'B', publishedFrom: null, textBytes: 0});
  });
});

it('prints facts as a table, and escapes control characters', () => {
  const report = {
    subject: 'deadline 7',
    facts: {title: 'A\u001b[2J\nB', apps: {cvr: 'active'}, deadlines: ['one', 'two'], withdrawnAt: null},
    description: ['All companies have it.'],
    problems: [],
  };
  expect(renderReport(report)).toEqual([
    'deadline 7',
    '- All companies have it.',
    '  title        A\\u001b[2J\\nB',
    '  apps         cvr: active',
    '  deadlines    one',
    '               two',
    '  withdrawnAt  none',
  ]);
});
