import {afterAll, describe, expect, it} from 'vitest';

import {createLog} from '../../logs/log.ts';
import {emptyPortal} from '../../portal/portal.ts';
import {changing} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {startMailServer, type MailServer} from '../../testing/mail-server.ts';
import {newStore} from '../../testing/store.ts';
import {addDays, today} from '../../time/dates.ts';
import {createDeliveries} from '../authority/deliveries.ts';
import {createCompanyCalendar} from '../company-calendar.ts';
import {createMorning} from './morning.ts';
import {createReminders, idOf, reminderDocument, reminderKey} from './reminders.ts';
import {createMailer, type Mailer} from './transport.ts';

const [skat, novo, lego] = ['19552101', '24256790', '47458714'] as const;
const log = createLog('silent', {write: () => undefined});

describe.each(['LMDB', 'Redis'] as const)('the mails of a morning on %s', engine => {
  const mailers: Mailer[] = [];
  afterAll(() => mailers.forEach(mailer => mailer.close()));

  async function setUp(server: MailServer) {
    const store = await newStore(engine);
    const settings = {url: server.url, from: 'frister@example.dk', hour: 0, perMinute: 60_000};
    const mailer = createMailer(settings);
    mailers.push(mailer);
    const calendar = createCompanyCalendar(store);
    const morning = (over: Store = store) =>
      createMorning({
        ...{store: over, mailer, settings, log, publicUrl: 'https://tavle.example.dk'},
        calendar: createCompanyCalendar(over),
        portal: () => emptyPortal,
      });
    async function person(owner: string, cvrs: readonly string[], dage = [1]) {
      const email = `${owner}@example.dk`;
      const reminders = createReminders(store, {...mailer, send: () => Promise.resolve()});
      await reminders.set({owner, cvrs, issuedAt: 0}, {email, dage, sprog: 'da'});
      await changing(
        store,
        reminderDocument,
        reminderKey(idOf(owner)),
        stored => stored && {value: {...stored.value, kode: undefined, bekraeftet: new Date().toISOString()}},
      );
    }
    const deliveries = createDeliveries(store);
    const deliver = async (overskrift: string, modtagere: string[], days = 1) => {
      const fristDato = addDays(today(), days);
      return (await deliveries.create(skat, {overskrift, beskrivelse: 'x', fristDato, modtagere})).fristId;
    };
    const stateOf = async (owner: string) =>
      (await store.read([reminderKey(idOf(owner))]))[0]?.value as {fejl?: string; idag?: object};
    return {store, calendar, morning, person, deliver, stateOf};
  }

  it('are sent once to each person, with what is due and neither done nor hidden', async () => {
    const server = await startMailServer();
    const {calendar, morning, person, deliver} = await setUp(server);
    await person('anna', [novo, lego]);
    await person('bo', [lego]);
    await person('carl', [novo], [7]);
    await deliver('Moms', [novo, lego]);
    await deliver('Later', [novo, lego], 2);
    const [hidden, done] = [await deliver('Hidden', [novo]), await deliver('Done', [novo])];
    await calendar.mark({cvrs: [novo]}, hidden, {isSlettet: true});
    await calendar.mark({cvrs: [novo]}, done, {isKlaret: true});

    await Promise.all([morning().run(), morning().run()]);
    await morning().run();
    expect(server.mails.map(({to}) => to).sort()).toEqual(['anna@example.dk', 'bo@example.dk']);
    const mail = server.mails.find(({to}) => to.startsWith('anna'));
    expect(mail?.subject).toBe('Moms er i morgen');
    expect(mail?.source).toContain(`CVR ${novo}, CVR ${lego}`);
    expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    for (const title of ['Later', 'Hidden', 'Done']) expect(mail?.source).not.toContain(title);
  });

  it('are sent again after a temporary refusal, and no more after a final one', async () => {
    const server = await startMailServer();
    const {morning, person, deliver, stateOf} = await setUp(server);
    await person('anna', [novo]);
    await person('bo', [novo]);
    await deliver('Moms', [novo]);
    server.refusals.set('anna@example.dk', 450).set('bo@example.dk', 550);
    // 10:00 in Denmark, so that the attempts are on the same day.
    const now = Date.parse(`${today()}T09:00:00Z`);
    const process = morning();
    await process.run(undefined, now);
    expect(server.mails).toEqual([]);
    expect(await stateOf('bo')).toMatchObject({fejl: expect.stringContaining('550') as string});
    server.refusals.clear();
    await process.run(undefined, now + 60_000);
    expect(server.mails).toEqual([]);
    await process.run(undefined, now + 10 * 60_000);
    expect(server.mails.map(({to}) => to)).toEqual(['anna@example.dk']);
  });

  it('have the same Message-ID after a crash before the note', async () => {
    const server = await startMailServer();
    const {store, morning, person, deliver} = await setUp(server);
    await person('anna', [novo]);
    await deliver('Moms', [novo]);
    const crashing: Store = {
      ...store,
      write: (key, ...rest) =>
        key[0] === 'paamindelse' ? Promise.reject(new Error('crash')) : store.write(key, ...rest),
    };
    await expect(morning(crashing).run()).rejects.toThrow('crash');
    // The lease of the process that crashed ends.
    const later = Date.now() + 120_000;
    await morning().run(undefined, later);
    await morning().run(undefined, later);
    expect(server.mails).toHaveLength(2);
    expect(new Set(server.mails.map(({messageId}) => messageId)).size).toBe(1);
  });
});
