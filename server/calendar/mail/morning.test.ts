import {randomUUID} from 'node:crypto';
import {EventEmitter, once} from 'node:events';
import {createServer, type Socket} from 'node:net';

import {describe, expect, it, onTestFinished, vi} from 'vitest';

import {createLog} from '../../logs/log.ts';
import {emptyPortal, type Portal} from '../../portal/portal.ts';
import {Problem} from '../../problem.ts';
import {changing} from '../../store/saving.ts';
import type {Store} from '../../store/store.ts';
import {StoreUnavailable} from '../../store/engine.ts';
import {crashingStore} from '../../store/testing/crashing-store.ts';
import {isThorough} from '../../testing/thoroughness.ts';
import {startMailServer} from '../../testing/mail-server.ts';
import {newStore, openForTest} from '../../testing/store.ts';
import {type EngineName, enginesOfLongRun, openEngine} from '../../testing/engines.ts';
import {addDays, type IsoDate, today} from '../../time/dates.ts';
import {parseDatetime} from '../../time/datetime.ts';
import {createDeliveries} from '../authority/deliveries.ts';
import {createCompanyCalendar} from '../company-calendar.ts';
import {type Turn, turnDocument, turnKey} from './leases.ts';
import {createMorning} from './morning.ts';
import {createFollower} from '../personal/companies.ts';
import {type Choice, createReminders, followingReminders, parts} from './reminders.ts';
import {createMailer, type Mailer} from './transport.ts';

const [novo, lego] = ['24256790', '47458714'] as const;
const skat = '19552101';
const minute = 60_000;

const setClock = (danishTime: string) => vi.setSystemTime(parseDatetime(danishTime) ?? NaN);
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * minute);

/** Lets time pass for a process, whatever its clock says. Returns a function that adds milliseconds. */
function mockPerformance(): (ms: number) => void {
  let passed = 0;
  const now = performance.now.bind(performance);
  const mock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => mock.mockRestore());
  return ms => void (passed += ms);
}

interface Options {
  readonly engine?: EngineName;
  readonly store?: Store;
  readonly perMinute?: number;
  readonly hour?: number;
  readonly replyTimeoutMs?: number;
  readonly portal?: Portal;
}

/** A process that sends mails to a mail server, at a Danish time. */
async function setUp(
  danishTime: string | undefined,
  {engine, store: given, perMinute = 1e9, hour = 8, replyTimeoutMs, portal = emptyPortal}: Options = {},
) {
  if (danishTime !== undefined) {
    vi.useFakeTimers({toFake: ['Date'], now: parseDatetime(danishTime) ?? NaN});
    onTestFinished(() => void vi.useRealTimers());
  }
  const logged: string[] = [];
  const store = given ?? (await newStore(engine));
  const server = await startMailServer();
  const settings = {
    url: server.url,
    from: {name: 'Portalen', address: 'frister@example.dk'},
    hour,
    perMinute,
  };
  const mailer = createMailer(settings, replyTimeoutMs);
  onTestFinished(() => mailer.close());
  const reminders = createReminders(store, mailer);
  const [deliveries, calendar] = [createDeliveries(store), createCompanyCalendar(store)];

  const newMorning = (on: Store = store, laterMs?: number) =>
    createMorning(
      {
        ...{store: on, mailer, settings, publicUrl: 'https://tavle.example.dk'},
        ...{
          portal: () => portal,
          log: createLog('trace', {write: (line: string) => void logged.push(line)}),
        },
        calendar: createCompanyCalendar(on),
      },
      laterMs,
    );

  /** Adds a person with a confirmed address, without a trace in `server.mails`. */
  async function person(
    dage: readonly number[] = [7, 1],
    {
      email = `${randomUUID()}@example.dk`,
      cvrs = [novo],
      ...choice
    }: Partial<Choice> & {cvrs?: readonly string[]} = {},
  ) {
    const anna = {owner: randomUUID(), cvrs, issuedAt: 0};
    await reminders.set(anna, {sprog: 'da', ...choice, email, dage});
    const confirm = async () => {
      const code = /\d{6}/.exec(server.mails.pop()?.subject ?? '')?.[0] ?? '';
      return reminders.confirm(anna, code);
    };
    await confirm();
    return {
      ...anna,
      email,
      confirm,
      choose: (changes: Partial<Choice> = {}) =>
        reminders.set(anna, {sprog: 'da', ...choice, email, dage, ...changes}),
    };
  }

  async function deliver(
    fristDato: IsoDate,
    overskrift = 'Moms',
    modtagere: readonly string[] = [novo],
    link?: string,
  ) {
    const texts = {overskrift, beskrivelse: 'Betal.', afsenderNavn: 'Skattestyrelsen'};
    const input = {...texts, fristDato, modtagere, ...(link !== undefined && {link})};
    return (await deliveries.create(skat, input)).fristId;
  }

  return {
    logged,
    store,
    server,
    reminders,
    deliveries,
    calendar,
    newMorning,
    morning: newMorning(),
    person,
    deliver,
  };
}

/** Returns the paths and versions of all documents. */
async function versionsOf(store: Store): Promise<string[]> {
  const found: string[] = [];
  for await (const page of store.contents.documents())
    found.push(...page.map(({path, version}) => `${path} ${version}`));
  return found.sort();
}

const textOf = (source: string) => /Content-Type: text\/plain.*?\r\n\r\n(.*?)\r\n--/s.exec(source)?.[1] ?? '';

describe.each(enginesOfLongRun)('a morning on %s', engine => {
  it('sends a person what is due in the chosen days, and nothing that is done, hidden or withdrawn', async () => {
    const {server, morning, person, deliver, calendar, deliveries} = await setUp('2030-03-12 07:59', {
      engine,
    });
    const {email} = await person([7, 1], {
      cvrs: [novo, lego],
      virksomheder: [novo, lego],
      navne: {[novo]: 'Novo & Co', [lego]: 'Lego'},
    });
    const both = [novo, lego];
    await deliver('2030-03-13', 'Moms', both);
    await deliver('2030-03-19', 'A-skat <ny>', [lego]);
    for (const date of ['2030-03-12', '2030-03-14', '2030-03-20']) await deliver(date, `Ikke ${date}`, both);
    await calendar.mark({cvrs: both}, await deliver('2030-03-13', 'Klaret', both), {isKlaret: true});
    await calendar.mark({cvrs: both}, await deliver('2030-03-13', 'Skjult', both), {isSlettet: true});
    await deliveries.withdraw(skat, await deliver('2030-03-13', 'Tilbagekaldt', both), () => undefined);
    await calendar.mark({cvrs: [novo]}, await deliver('2030-03-13', 'Halvt', both), {isKlaret: true});

    await morning.run();
    expect(server.mails).toEqual([]);
    pass(1);
    await morning.run();
    expect(server.mails).toMatchObject([{to: email, subject: 'Moms er i morgen, og 2 andre frister følger'}]);
    const {source = ''} = server.mails[0] ?? {};
    expect(textOf(source).replaceAll('\r\n', '\n')).toMatch(
      new RegExp(
        [
          '^Du har bedt om en mail før disse frister:',
          'I morgen: Moms\nFra Skattestyrelsen\nNovo & Co, Lego',
          'I morgen: Halvt\nFra Skattestyrelsen\nLego',
          'Den 19. marts: A-skat <ny>\nFra Skattestyrelsen\nLego',
          'Du får mailen, fordi .*',
          'Stop mails om frister: https://tavle.example.dk/calendar/1/mine/paamindelser/[\\w-]{43}\\.[\\w-]{22}/afmeld\\s*$',
        ].join('\n\n'),
      ),
    );
    expect(source).toContain('<strong>Den 19. marts: A-skat &#60;ny&#62;</strong>');
    expect(source).not.toMatch(/Ikke|Klaret|Skjult|Tilbagekaldt|<img|<script/);
    expect(source).toMatch(/^List-Unsubscribe:\s+<https:\/\/tavle\.example\.dk\/.*\/afmeld>\r$/m);
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it('has equal deadlines with other links apart, each with its companies', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    await person([1], {cvrs: [novo, lego], virksomheder: [novo, lego]});
    await deliver('2030-03-13', 'Moms', [novo], 'https://skat.example.dk/1');
    await deliver('2030-03-13', 'Moms', [lego], 'https://skat.example.dk/2');
    await morning.run();
    expect(textOf(server.mails[0]?.source ?? '').replaceAll('\r\n', '\n')).toContain(
      [
        `I morgen: Moms\nFra Skattestyrelsen\nCVR ${novo}\nhttps://skat.example.dk/1`,
        `I morgen: Moms\nFra Skattestyrelsen\nCVR ${lego}\nhttps://skat.example.dk/2`,
      ].join('\n\n'),
    );
  });

  it.each([
    ['da', 'Åbn fristen', 'Åbn portalen'],
    ['en', 'Open the deadline', 'Open the portal'],
  ] as const)('says what each of its links opens, in %s', async (sprog, toDeadline, toPortal) => {
    const portal = {...emptyPortal, url: 'https://portal.example.dk'};
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine, portal});
    await person([1], {sprog});
    await deliver('2030-03-13', 'Moms', [novo], 'https://skat.example.dk/1');
    await deliver('2030-03-13', 'Told');
    await morning.run();
    const links = server.mails[0]?.source.match(/<a href="[^"]*(?:skat|portal)\.example[^"]*">[^<]*/g);
    expect(links).toEqual([
      `<a href="https://skat.example.dk/1">${toDeadline}`,
      `<a href="https://portal.example.dk/">${toPortal}`,
    ]);
  });

  it('names the sender as it was called when it delivered the deadline', async () => {
    const renamed = {
      myndighedsid: '1',
      forkortelse: 'SKAT',
      navn: 'Skat Danmark',
      cvr: skat,
      type: 'stat',
    } as const;
    const portal = {...emptyPortal, authorities: new Map([[skat, renamed]])};
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine, portal});
    await person([1]);
    await deliver('2030-03-13');
    await morning.run();
    expect(server.mails[0]?.source).toContain('Fra Skattestyrelsen');
  });

  it('names each of two companies with the same name', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const cvrs = [novo, lego];
    await person([1], {cvrs, virksomheder: cvrs, navne: {[novo]: 'Holding', [lego]: 'Holding'}});
    await deliver('2030-03-13', 'Moms', cvrs);
    await morning.run();
    expect(textOf(server.mails[0]?.source ?? '')).toContain('\r\nHolding, Holding\r\n');
  });

  it.each([
    ['da', ['og 1 anden', '1 frist mere står i kalenderen']],
    ['en', ['and 1 other', '1 more deadline is in the calendar']],
  ] as const)('counts what it leaves out: %s, in the singular %j', async (sprog, texts) => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const cvrs = Array.from({length: 21}, (_, place) => String(20_000_000 + place));
    await person([1], {cvrs, virksomheder: cvrs, sprog});
    for (let count = 0; count < 101; count += 1) await deliver('2030-03-13', `Moms ${count}`, cvrs);
    await morning.run();
    const mail = textOf(server.mails[0]?.source ?? '').replaceAll(/\s+/g, ' ');
    for (const text of texts) expect(mail).toMatch(new RegExp(`${text}\\b`));
  });

  it('writes in English, without names for one company', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    await person([0], {sprog: 'en'});
    await deliver('2030-03-12', 'Moms\r\nBcc: x@example.dk', [novo], 'https://blåbær.dk/a b\u2028c?"');
    await morning.run();
    expect(server.mails).toMatchObject([{subject: 'Moms Bcc: x@example.dk is today'}]);
    expect(textOf(server.mails[0]?.source ?? '')).toMatch(
      /Today: Moms Bcc: x@example\.dk\r\nFrom Skattestyrelsen\r\nhttps:\/\/xn--blbr-roah\.dk\/a%20b%E2%80%A8c\?%22\r\n\r\nYou get this mail/,
    );
    expect(server.mails[0]?.source).not.toMatch(/^Bcc:/m);
  });

  it('comes once a day, also when it runs again, and on the next day again', async () => {
    const {server, morning, newMorning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    await person([7, 1]);
    await deliver('2030-03-13');
    await deliver('2030-03-14');
    for (const each of [morning, morning, newMorning()]) {
      await each.run();
      pass(2);
    }
    expect(server.mails).toHaveLength(1);
    setClock('2030-03-13 08:00');
    await morning.run();
    expect(server.mails).toHaveLength(2);
    expect(new Set(server.mails.map(({messageId}) => messageId)).size).toBe(2);
    setClock('2030-03-14 08:00');
    await morning.run();
    expect(server.mails).toHaveLength(2);
  });

  it('comes later on a day on which the service was down', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 14:30', {engine});
    await person([1]);
    await deliver('2030-03-13');
    await morning.run();
    expect(server.mails).toHaveLength(1);
  });

  it('writes nothing when all mails of the day are sent', async () => {
    const {store, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    await person([1]);
    await deliver('2030-03-13');
    await morning.run();
    const before = await versionsOf(store);
    pass(1);
    await morning.run();
    expect(await versionsOf(store)).toEqual(before);
  });

  it.each([
    ['the start of summer time', '2030-03-30'],
    ['the end of summer time', '2030-10-26'],
    ['29 February', '2028-02-28'],
  ])('comes once on each day around %s', async (_, start) => {
    for (const hour of [2, 8]) {
      const {server, morning, person, deliver} = await setUp(`${start} 00:00`, {engine, hour});
      await person([1, 0]);
      const days = [0, 1, 2, 3].map(day => addDays(start, day));
      for (const day of days) await deliver(day, day);
      const sent: string[] = [];
      for (; today() < addDays(start, 3); pass(30)) {
        await morning.run();
        sent.push(...server.mails.splice(0).map(({subject}) => `${today()} ${subject}`));
      }
      expect(sent).toEqual(days.slice(0, 3).map(day => `${day} ${day} er i dag, og 1 anden frist følger`));
    }
  });

  it('sends again with growing pauses when the mail server is busy, but not after 20:00', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const {email} = await person([1]);
    await deliver('2030-03-13');
    await deliver('2030-03-14');
    const attempts: string[] = [];
    for (const code of [421, 450]) {
      server.refusals.set(email, code);
      for (const start = today(); today() === start; pass(5)) {
        const before = server.attempts;
        await morning.run();
        if (server.attempts > before) attempts.push(new Date().toISOString().slice(8, 16));
      }
      setClock('2030-03-13 08:00');
    }
    const utc = ['07:00', '07:05', '07:20', '07:50', '08:50', '10:50', '12:50', '14:50', '16:50', '18:50'];
    expect(attempts).toEqual([...utc.map(time => `12T${time}`), ...utc.map(time => `13T${time}`)]);
    expect(server.mails).toEqual([]);
    expect(morning.counts().get('sent')).toBe(0);
  });

  it('waits for the longest pause of a process whose clock is a second ahead', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const {email} = await person([1]);
    await deliver('2030-03-13');
    server.refusals.set(email, 450);
    for (const pause of [5, 15, 30, 60]) {
      await morning.run();
      pass(pause);
    }
    await morning.run();
    const {attempts} = server;
    pass(-1 / 60);
    await morning.run();
    expect(server.attempts).toBe(attempts);
    pass(121);
    await morning.run();
    expect(server.attempts).toBe(attempts + 1);
  });

  it('writes nothing again after a failed mail of the next day, which a wrong clock has left', async () => {
    const {store, server, newMorning, person, deliver} = await setUp('2030-03-13 12:00', {engine});
    const {email} = await person([1]);
    await deliver('2030-03-14');
    server.refusals.set(email, 450);
    const morning = newMorning(store, 0);
    await morning.run();
    server.refusals.clear();
    setClock('2030-03-12 09:00');
    await morning.run();
    const before = await versionsOf(store);
    pass(1);
    await morning.run();
    expect(await versionsOf(store)).toEqual(before);
    expect(server.mails).toEqual([]);
    setClock('2030-03-13 08:00');
    await morning.run();
    expect(server.mails).toHaveLength(1);
  });

  it('sends to others while one address is busy, and to that one once it is free', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const [busy, free] = [await person([1]), await person([1])];
    await deliver('2030-03-13');
    server.refusals.set(busy.email, 450);
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([free.email]);
    pass(1);
    expect(morning.behindSeconds()).toBe(0);
    server.refusals.clear();
    pass(4);
    await morning.run();
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([free.email, busy.email]);
    expect(morning.behindSeconds()).toBe(0);
    expect(Object.fromEntries(morning.counts())).toEqual({due: 2, sent: 2, retried: 1, refused: 0});
  });

  it('measures for how long no process has sent a mail that is due, since the hour of the mails or the confirmation', async () => {
    const {store, morning, newMorning, person, deliver} = await setUp('2030-03-12 07:00', {engine});
    await deliver('2030-03-13');
    await person([1]);
    /** Another process takes all parts, and sends nothing. */
    async function block(changes: Partial<Turn>) {
      const til = new Date(Date.now() + minute).toISOString();
      for (let part = 0; part < parts; part += 1)
        await changing(store, turnDocument, turnKey(part), stored => ({
          value: {
            dato: today(),
            efter: '',
            faerdig: false,
            ...stored?.value,
            hvem: 'another',
            til,
            ...changes,
          },
        }));
    }
    await morning.run();
    expect(morning.behindSeconds()).toBe(0);
    pass(63);
    await block({});
    await morning.run();
    expect(morning.behindSeconds()).toBeCloseTo(180, 0);
    await block({hvem: '', til: new Date(0).toISOString()});
    await morning.run();
    expect(morning.behindSeconds()).toBe(0);

    setClock('2030-03-12 12:00');
    await person([1]);
    pass(2);
    await block({});
    for (const each of [morning, newMorning()]) {
      await each.run();
      expect(each.behindSeconds()).toBeCloseTo(120, 0);
    }
  });

  it.each([
    ['2030-03-11 07:30', '2030-03-15 09:00'],
    ['2030-03-11 09:00', '2030-03-15 09:00'],
    ['2030-03-11 07:30', '2030-03-12 09:00'],
    ['2030-03-11 09:00', '2030-03-12 09:00'],
  ])(
    'sends the mails of each day, and none twice, after the clock went from %s to %s for a moment',
    async (time, ahead) => {
      const {server, store, newMorning, person, deliver} = await setUp(time, {engine});
      const morning = newMorning(store, 0);
      const {email} = await person([1]);
      const other = await person([1], {cvrs: [lego]});
      for (const day of ['2030-03-12', '2030-03-13', '2030-03-16']) await deliver(day, day);
      await deliver('2030-03-13', 'Lego', [lego]);
      await morning.run();
      setClock(ahead);
      await morning.run();
      setClock(time);
      const sent: string[] = [];
      for (const each of [morning, newMorning(store, 0), morning]) {
        pass(60);
        await each.run();
      }
      expect(morning.behindSeconds()).toBe(0);
      setClock('2030-03-12 08:00');
      await morning.run();
      for (const {to, subject} of server.mails) sent.push(`${to} ${subject.slice(0, 10)}`);
      expect(sent.filter(mail => mail === `${email} 2030-03-12`).length).toBeLessThanOrEqual(1);
      expect(sent.filter(mail => mail === `${email} 2030-03-13`)).toHaveLength(1);
      expect(sent.filter(mail => mail.startsWith(other.email))).toHaveLength(1);
    },
  );

  it('comes once if the clock of another process is days behind for a moment', async () => {
    const {server, morning, newMorning, person, deliver} = await setUp('2030-03-12 09:00', {engine});
    await person([1]);
    await deliver('2030-03-13');
    await morning.run();
    setClock('2030-03-09 09:00');
    const slow = newMorning();
    await slow.run();
    setClock('2030-03-12 09:10');
    for (const each of [slow, morning]) await each.run();
    expect(server.mails).toHaveLength(1);
  });

  it('is not repeated by a process whose mail timed out after another process sent it', async () => {
    const {server, morning, newMorning, reminders, person, deliver} = await setUp('2030-03-12 09:00', {
      ...{engine, replyTimeoutMs: 5_000},
    });
    const {email, owner} = await person([1]);
    await deliver('2030-03-13');
    server.delays.set(email, 20_000);
    const suspended = morning.run();
    await vi.waitFor(() => expect(server.mails).toHaveLength(1));
    server.delays.delete(email);
    pass(2);
    await newMorning().run();
    expect(server.mails).toHaveLength(2);
    await suspended;
    expect(await reminders.find(owner)).toMatchObject({idag: {tilstand: 'sendt'}});
    pass(10);
    await newMorning().run();
    expect(server.mails).toHaveLength(2);
  });

  it('comes once if a process begins the next day before another one', async () => {
    const {server, morning, newMorning, person, deliver} = await setUp('2030-03-12 23:59', {engine, hour: 0});
    await person([1]);
    await deliver('2030-03-13');
    await deliver('2030-03-14');
    const fast = newMorning();
    await morning.run();
    pass(1);
    await fast.run();
    for (let turn = 0; turn < 2; turn += 1) {
      pass(-1);
      await morning.run();
      pass(1);
      await fast.run();
    }
    expect(server.mails).toHaveLength(2);
  });

  it('sends the mail of the day to an address that is confirmed later, and no second one', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 07:00', {engine});
    await deliver('2030-03-12', 'I dag');
    await deliver('2030-03-14', 'Senere');
    const early = await person([0]);
    setClock('2030-03-12 08:00');
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([early.email]);
    pass(120);
    const [late, unaffected] = [await person([0]), await person([1])];
    for (let runs = 0; runs < 3; runs += 1) {
      await morning.run();
      pass(1);
    }
    expect(server.mails.map(({to}) => to)).toEqual([early.email, late.email]);
    // A new address gets no second mail on the day of the first one.
    await early.choose({email: `ny-${early.email}`});
    await early.confirm();
    await morning.run();
    expect(server.mails).toHaveLength(2);
    setClock('2030-03-13 08:00');
    await morning.run();
    expect(server.mails.slice(2).map(({to}) => to)).toEqual([unaffected.email]);
    expect(Object.fromEntries(morning.counts())).toMatchObject({due: 3, sent: 3});
  });

  it('does not wait for an address that is not confirmed, after another one was', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 07:00', {engine});
    await deliver('2030-03-13');
    const anna = await person([1]);
    const email = `ny-${anna.email}`;
    await anna.choose({email});
    setClock('2030-03-12 10:00');
    await morning.run();
    expect(morning.behindSeconds()).toBe(0);
    await anna.choose({email});
    await anna.confirm();
    await morning.run();
    expect(server.mails.at(-1)).toMatchObject({
      to: email,
      subject: expect.stringContaining('Moms') as string,
    });
  });

  it('sends the mail of the day to an address that is confirmed while the mails that wait are read', async () => {
    const store = await newStore(engine);
    const steps = new EventEmitter();
    const [written, released] = [once(steps, 'written'), once(steps, 'release')];
    let isConfirming = false;
    /** A store that stops between index entries and document. */
    const slow: Store = {
      ...store,
      async write(...given) {
        if (isConfirming) {
          steps.emit('written');
          await released;
        }
        return store.write(...given);
      },
    };
    const {server, reminders, newMorning, deliver} = await setUp('2030-03-12 08:00', {store: slow});
    const anna = {owner: randomUUID(), cvrs: [novo], issuedAt: 0};
    await deliver('2030-03-13');
    let confirmed: Promise<unknown> | undefined;
    const morning = newMorning({
      ...store,
      async read(...given) {
        const documents = await store.read(...given);
        if (documents.length) steps.emit('release');
        await confirmed;
        return documents;
      },
    });
    await morning.run();
    await reminders.set(anna, {email: 'anna@example.dk', dage: [1], sprog: 'da'});
    const code = /\d{6}/.exec(server.mails.pop()?.subject ?? '')?.[0] ?? '';
    isConfirming = true;
    confirmed = reminders.confirm(anna, code);
    await written;
    await morning.run();
    await confirmed;
    await morning.run();
    expect(server.mails).toHaveLength(1);
  });

  it.each([
    ['ends the mails', 'remove', []],
    ['chooses another address', 'other', []],
    ['chooses another language', 'sprog', ['Moms is tomorrow']],
  ] as const)('sends nothing else to a person who %s before the mail is sent', async (_, change, sent) => {
    const {store, server, newMorning, person, deliver, reminders} = await setUp('2030-03-12 08:00', {engine});
    const anna = await person([1]);
    await deliver('2030-03-13');
    let isFirst = true;
    const morning = newMorning({
      ...store,
      async scanAll(...given) {
        if (isFirst) {
          isFirst = false;
          if (change === 'remove') await reminders.remove(anna.owner);
          else await anna.choose(change === 'sprog' ? {sprog: 'en'} : {email: 'ny@example.dk'});
          server.mails.length = 0;
        }
        return store.scanAll(...given);
      },
    });
    await morning.run();
    expect(server.mails.map(({subject}) => subject)).toEqual(sent);
  });

  it('sends one mail to a person whose first choice two processes store at once', async () => {
    const {store, server, morning, reminders, deliver} = await setUp('2030-03-12 07:00', {engine});
    await deliver('2030-03-13');
    const anna = {owner: randomUUID(), cvrs: [novo], issuedAt: 0};
    const choice = {email: 'anna@example.dk', dage: [1], sprog: 'da'} as const;
    let isFirst = true;
    const slow: Store = {
      ...store,
      async write(...given) {
        if (isFirst) {
          isFirst = false;
          pass(1);
          await reminders.set(anna, choice);
        }
        return store.write(...given);
      },
    };
    const mailer = {send: () => Promise.resolve()} as unknown as Mailer;
    await createReminders(slow, mailer).set(anna, choice);
    await reminders.set(anna, choice);
    await reminders.confirm(anna, /\d{6}/.exec(server.mails.at(-1)?.subject ?? '')?.[0] ?? '');
    server.mails.length = 0;
    setClock('2030-03-12 08:00');
    await morning.run();
    expect(server.mails).toHaveLength(1);
  });

  it('has no mail that waits after an address is confirmed with a code that was wrong in another process', async () => {
    const {store, server, morning, deliver} = await setUp('2030-03-12 08:00', {engine});
    await deliver('2030-03-13');
    const anna = {owner: randomUUID(), cvrs: [novo], issuedAt: 0};
    let code = '';
    const send = ({subject}: {subject: string}) =>
      Promise.resolve(void (code = /\d{6}/.exec(subject)?.[0] ?? ''));
    const mailer = {send} as unknown as Mailer;
    const slow: Store = {
      ...store,
      write(...given) {
        pass(1);
        return store.write(...given);
      },
    };
    const reminders = createReminders(slow, mailer);
    await reminders.set(anna, {email: 'anna@example.dk', dage: [1], sprog: 'da'});
    const wrong = code === '000000' ? '111111' : '000000';
    await expect(createReminders(store, mailer).confirm(anna, wrong)).rejects.toThrow();
    await reminders.confirm(anna, code);
    await morning.run();
    pass(1);
    await morning.run();
    expect(server.mails).toHaveLength(1);
    expect(morning.behindSeconds()).toBe(0);
  });

  it('does not hold up others while a person changes the mails again and again', async () => {
    const {store, server, newMorning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const [anna, bo] = [await person([1]), await person([1])];
    await deliver('2030-03-13');
    const max = 31;
    let changes = 0;
    const morning = newMorning({
      ...store,
      async read(...given) {
        const documents = await store.read(...given);
        if (documents.length && changes < max) {
          changes += 1;
          // Chooses new days.
          await anna.choose({dage: [1, ...[30, 14, 7, 3, 0].filter((_, bit) => (changes >> bit) % 2)]});
        }
        return documents;
      },
    });
    await morning.run();
    expect(server.mails.map(({to}) => to)).toContain(bo.email);
    expect(changes).toBeLessThan(max);
    changes = max;
    await morning.run();
    expect(server.mails.map(({to}) => to).sort()).toEqual([anna.email, bo.email].sort());
  });

  it('does not log addresses, which mail servers repeat', async () => {
    const {server, morning, person, deliver, logged} = await setUp('2030-03-12 08:00', {engine});
    const [busy, unknown] = [await person([1]), await person([1])];
    await deliver('2030-03-13');
    server.refusals.set(busy.email, `450 4.2.0 <${busy.email}>: Recipient address rejected: Greylisted`);
    server.refusals.set(unknown.email, `550 5.1.1 <${unknown.email}>: User unknown`);
    await morning.run();
    expect(logged.join('')).toContain('Greylisted');
    expect(logged.join('')).toContain('refused a recipient');
    expect(logged.join('')).not.toContain('@example.dk');
  });

  it('sends later when the mail server was down', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const {email} = await person([1]);
    await deliver('2030-03-13');
    await server.stop();
    await morning.run();
    const again = await startMailServer(Number(new URL(server.url).port));
    pass(5);
    await morning.run();
    expect(again.mails.map(({to}) => to)).toEqual([email]);
  });

  it('marks an address that the mail server refuses, until it is confirmed again', async () => {
    const {server, morning, person, deliver, reminders} = await setUp('2030-03-12 08:00', {engine});
    const anna = await person([1]);
    for (const day of [13, 14, 15]) await deliver(`2030-03-${day}`);
    server.refusals.set(anna.email, 550);
    await morning.run();
    expect((await reminders.find(anna.owner))?.fejl).toMatch(/^550 /);
    server.refusals.clear();
    setClock('2030-03-13 08:00');
    await morning.run();
    expect(server.mails).toEqual([]);
    server.refusals.set(anna.email, 550);
    await anna.choose().catch(() => undefined);
    server.refusals.clear();
    await anna.choose();
    expect((await anna.confirm()).fejl).toBeUndefined();
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([anna.email]);
    setClock('2030-03-14 08:00');
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([anna.email, anna.email]);
  });

  it('sends the mail of the day to an address that is confirmed after the refusal', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const anna = await person([1]);
    await deliver('2030-03-13');
    server.refusals.set(anna.email, 550);
    await morning.run();
    server.refusals.clear();
    await anna.choose();
    await anna.confirm();
    pass(1);
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([anna.email]);
  });

  it('does not mark an address when the mail server refuses the sender, or the right to send', async () => {
    const {server, morning, person, deliver, reminders} = await setUp('2030-03-12 08:00', {engine});
    const anna = await person([1]);
    await deliver('2030-03-13');
    server.refusals.set('frister@example.dk', 550);
    await morning.run();
    server.refusals.clear();
    server.refusals.set(anna.email, '554 5.7.1 Relay access denied');
    pass(5);
    await morning.run();
    expect(await reminders.find(anna.owner)).toMatchObject({idag: {tilstand: 'igen', forsoeg: 2}});
    expect((await reminders.find(anna.owner))?.fejl).toBeUndefined();
  });

  it('keeps the mail that waits when the person changes the choice', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const anna = await person([1]);
    await deliver('2030-03-13');
    server.refusals.set(anna.email, 450);
    await morning.run();
    server.refusals.clear();
    await anna.choose();
    pass(5);
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([anna.email]);
  });

  it('repeats only the mail that was not noted, with the same Message-ID', async () => {
    const {store, server, newMorning, person, deliver} = await setUp('2030-03-12 08:00', {engine});
    const people = [];
    for (let count = 0; count < 12; count += 1) people.push(await person([1]));
    await deliver('2030-03-13');
    let isBroken = true;
    const failing: Store = {
      ...store,
      write(key, ...rest) {
        if (isBroken && key[0] === 'paamindelse' && server.mails.length > 3) {
          isBroken = false;
          return Promise.reject(new StoreUnavailable('gone'));
        }
        return store.write(key, ...rest);
      },
    };
    const morning = newMorning(failing);
    await expect(morning.run()).rejects.toThrow(StoreUnavailable);
    await morning.run();
    expect(isBroken).toBe(false);
    const ids = new Map<string, string[]>();
    for (const {to, messageId} of server.mails) ids.set(to, [...(ids.get(to) ?? []), messageId]);
    expect([...ids.keys()].sort()).toEqual(people.map(({email}) => email).sort());
    expect([...ids.values()].every(each => new Set(each).size === 1)).toBe(true);
    expect(server.mails).toHaveLength(people.length + 1);
  });

  it('warns once, no earlier than 24 months after the last visit, and ends 30 days later', async () => {
    const store = await newStore(engine);
    const {server, morning, person, reminders, logged} = await setUp('2030-03-12 08:00', {store});
    const anna = await person([1]);
    const {owner, email} = anna;
    setClock('2030-04-10 20:00');
    await createFollower(store, [followingReminders])({...anna, issuedAt: 1});
    for (const day of ['03-11', '03-12', '04-09']) {
      setClock(`2032-${day} 08:00`);
      await morning.run();
    }
    expect(server.mails).toEqual([]);
    server.refusals.set(email, `450 ${email}: Greylisted`);
    setClock('2032-04-11 08:00');
    await morning.run();
    expect(logged.join('')).toContain('"reason":"450 … Greylisted"');
    server.refusals.clear();
    for (let day = 12; day < 31; day += 1) {
      setClock(`2032-04-${day} 08:00`);
      await morning.run();
    }
    expect(server.mails).toMatchObject([{to: email, subject: 'Dine mails om frister stopper'}]);
    expect(await reminders.find(owner)).toBeDefined();
    setClock('2032-05-13 08:00');
    await morning.run();
    expect(await reminders.find(owner)).toBeUndefined();
    expect(server.mails).toHaveLength(1);
  });

  it('warns again after a visit during the warning, at least 24 months later', async () => {
    const store = await newStore(engine);
    const {server, person, newMorning, reminders} = await setUp('2030-03-12 08:00', {store});
    const anna = await person([1]);
    setClock('2032-04-12 08:00');
    await newMorning({
      ...store,
      async write(...given) {
        if (server.mails.length) await createFollower(store, [followingReminders])({...anna, issuedAt: 1});
        return store.write(...given);
      },
    }).run();
    expect(server.mails).toHaveLength(1);
    setClock('2034-05-13 08:00');
    await newMorning().run();
    expect(await reminders.find(anna.owner)).toBeDefined();
    expect(server.mails).toHaveLength(2);
  });

  it('does not count a private sign-in, without companies, as a visit', async () => {
    const store = await newStore(engine);
    const {morning, person, reminders} = await setUp('2030-03-12 08:00', {store});
    const anna = await person([1]);
    setClock('2032-04-01 08:00');
    const noCompany = new Problem(403, 'The claim is missing.');
    const follow = createFollower(store, [followingReminders]);
    await follow({...anna, cvrs: [], noCompany, mayHaveMore: true, issuedAt: 1});
    for (const day of ['04-12', '05-13']) {
      setClock(`2032-${day} 08:00`);
      await morning.run();
    }
    expect(await reminders.find(anna.owner)).toBeUndefined();
  });

  it('forgets an address that nobody has confirmed for 30 days, also if the person visits', async () => {
    const store = await newStore(engine);
    const {server, morning, reminders} = await setUp('2030-03-12 08:00', {store});
    const bo = {owner: 'bo', cvrs: [novo], issuedAt: 0};
    await reminders.set(bo, {email: 'x@example.dk', dage: [1], sprog: 'da'});
    setClock('2030-04-10 08:00');
    await morning.run();
    expect(await reminders.find('bo')).toBeDefined();
    setClock('2030-04-11 10:00');
    await createFollower(store, [followingReminders])({...bo, issuedAt: 1});
    await morning.run();
    expect(await reminders.find('bo')).toBeUndefined();
    expect(server.mails).toHaveLength(1);
  });

  it('sends no more mails in a minute than the setting allows', async () => {
    const {server, morning, person, deliver} = await setUp(undefined, {engine, hour: 0, perMinute: 600});
    for (let count = 0; count < 11; count += 1) await person([1]);
    await deliver(addDays(today(), 1));
    const start = performance.now();
    await morning.run();
    expect(server.mails).toHaveLength(11);
    expect(performance.now() - start).toBeGreaterThan(950);
  });

  it('sends a mail soon after the clock of the machine was set back', async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 12:00', {engine, perMinute: 600});
    await deliver('2030-03-13');
    await person([1]);
    await morning.run();
    setClock('2030-03-12 09:00');
    await person([1]);
    await morning.run(AbortSignal.timeout(2_000));
    expect(server.mails).toHaveLength(2);
  });

  it('sends mails within a minute of a restart that corrects a clock hours ahead', async () => {
    const {server, morning, newMorning, person, deliver} = await setUp('2030-03-12 15:00', {engine});
    await deliver('2030-03-13');
    const anna = await person([1]);
    server.refusals.set(anna.email, 450);
    await morning.run();
    server.refusals.clear();
    setClock('2030-03-12 09:00');
    const bo = await person([1]);
    const passTime = mockPerformance();
    const restarted = newMorning();
    await restarted.run();
    passTime(minute);
    await restarted.run();
    expect(server.mails.map(({to}) => to).sort()).toEqual([anna.email, bo.email].sort());
  });

  it.each([1.5, 180])(
    'leaves a part to a process whose clock is %s minutes ahead, while it renews its lease',
    async ahead => {
      const {store, server, morning, newMorning, person, deliver} = await setUp('2030-03-12 12:00', {engine});
      await deliver('2030-03-13');
      await morning.run();
      pass(-ahead);
      await person([1]);
      const passTime = mockPerformance();
      const other = newMorning();
      for (let turn = 0; turn < 3; turn += 1) {
        for (let part = 0; part < parts; part += 1)
          await changing(store, turnDocument, turnKey(part), stored => {
            const til = new Date(Date.parse(stored?.value.til ?? '') + 40_000).toISOString();
            return stored && {value: {...stored.value, til}};
          });
        await other.run();
        expect(server.mails).toEqual([]);
        passTime(40_000);
      }
      passTime(20_000);
      await other.run();
      expect(server.mails).toHaveLength(1);
    },
  );

  it('leaves a part to a process whose clock is half a minute ahead', async () => {
    const {server, morning, newMorning, person, deliver} = await setUp('2030-03-12 09:00', {engine});
    await deliver('2030-03-13');
    await morning.run();
    pass(-0.5);
    await person([1]);
    await newMorning().run();
    expect(server.mails).toEqual([]);
  });

  it('stops between two mails', async () => {
    const {server, morning, person, deliver} = await setUp(undefined, {engine, hour: 0, perMinute: 1});
    for (let count = 0; count < 3; count += 1) await person([1]);
    await deliver(addDays(today(), 1));
    const stopping = new AbortController();
    const running = morning.run(stopping.signal);
    await vi.waitFor(() => expect(server.mails).toHaveLength(1));
    stopping.abort();
    await running;
    expect(server.mails).toHaveLength(1);
  });
});

describe.each(['LMDB', 'Redis'] as const)('mails on %s', engine => {
  it.each(['undone', 'done', 'halfway'] as const)(
    'reach each person on each day, when a process dies at any step that ends %s, and repeat only the same Message-ID',
    async last => {
      const {server, store, newMorning, person, deliver} = await setUp('2030-01-01 08:00', {engine});
      const people = [];
      for (let count = 0; count < 6; count += 1) people.push((await person([0])).email);
      let isCrashed = true;
      let repeated = 0;
      for (let steps = 0; isCrashed; steps += isThorough ? 1 : 17) {
        await deliver(today());
        const run = newMorning(crashingStore(store, steps, last)).run();
        isCrashed = await run.then(
          () => false,
          () => true,
        );
        // Another process goes on when the lease has ended.
        for (const morning of [newMorning(), newMorning()]) {
          pass(2);
          await morning.run();
        }
        const mails = server.mails.splice(0);
        expect([...new Set(mails.map(({to}) => to))].sort()).toEqual([...people].sort());
        const ids = new Set(mails.map(({messageId}) => messageId));
        expect(ids.size).toBe(people.length);
        repeated += mails.length - ids.size;
        setClock(`${addDays(today(), 1)} 08:00`);
      }
      // A crash between a mail and its record repeats the mail.
      if (isThorough) expect(repeated).toBeGreaterThan(0);
    },
    600_000,
  );
});

describe('a refusal of a recipient', () => {
  it.each([
    '550 Recipient refused',
    '550 Invalid address',
    '550 No such user',
    '550 5.1.1 <anna@example.dk>: Recipient address rejected: User unknown in relay recipient table',
    '550 mail-relay.example.dk: unknown user sender@example.dk',
    '550 Unrouteable address',
    '550 5.1.0 Address rejected',
    '550 5.2.1 The account is disabled',
    '501 5.1.3 Bad recipient address syntax',
    '551 User not local; please try <anna@example.com>',
    '553 Mailbox name not allowed',
    '554 5.1.2 Host unknown',
    '556 5.1.10 Recipient address has null MX',
    '556 Domain does not accept mail',
    '550 unknown',
    '550',
    '550 Mailbox not found',
    '550 mailbox unavailable',
    '550 5.1.1 <anna@example.dk>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.3.0 <anna@example.dk>... User unknown',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [mail.example.net]',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
    '550 #5.1.0 Address rejected.',
    '511 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
    '550 Anna (anna@example.dk) not listed in public directory',
    '554 delivery error: this account does not exist',
  ])('marks the address after %s', async reply => {
    const {server, morning, person, deliver, reminders} = await setUp('2030-03-12 08:00');
    const anna = await person([1]);
    await deliver('2030-03-13');
    server.refusals.set(anna.email, reply);
    await morning.run();
    const fejl: unknown = expect.stringMatching(/^5/);
    expect(await reminders.find(anna.owner)).toMatchObject({fejl, idag: {tilstand: 'afvist'}});
  });

  it.each([
    '500 Syntax error, command unrecognized',
    '501 Syntax error in parameters',
    '503 Bad sequence of commands',
    '504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname',
    '521 Host does not accept mail',
    '530 SMTP authentication is required.',
    '534 5.7.9 Authentication mechanism is too weak',
    '535 5.7.8 Authentication credentials invalid',
    '538 Encryption required for requested authentication mechanism',
    '550 relay not permitted',
    '550 Relaying denied',
    '550 Delivery is not allowed to this address.',
    '550 Authentication is required for relay',
    '550 You must log in first',
    '550 Sender verify failed',
    '550 5.1.0 <frister@example.dk>: Sender address rejected: User unknown',
    '550 5.1.8 <frister@example.dk>: Sender address rejected: Domain not found',
    '550 rejected because 192.0.2.1 is in a black list at dnsbl.example.net',
    '550 Blocked - see https://www.spamhaus.org',
    '550 Client host blocked using zen.example.net',
    '550 5.3.4 Message too big for system',
    '550 5.4.1 Connection to host failed',
    '550 5.5.0 Other protocol status',
    '550 5.7.1 Unable to relay',
    '550 Administrative prohibition',
    '552 5.2.2 Mailbox full',
    '552 Exceeded storage allocation',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '554 Transaction failed',
    '554 5.0.0 Rejected by local policy',
    '555 Parameters not recognized',
    '550 Verification failed for <frister@example.dk>, response: 550 5.1.1 User unknown, Sender verify failed',
    '550 5.1.2 Relay not allowed.',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages.',
    '550 5.1.90 Message rate limit of the recipient',
    '550 5.1.20 Other',
    '550 5.2.121 Too fast',
    '550 5.1.1 Rejected by SPF policy',
    '550 Mailbox unavailable: low reputation',
    '550 mailbox unavailable, greylisted',
    '550 Recipient address rejected: use STARTTLS',
    '554 5.7.1 <anna@example.dk>: Recipient address rejected: Access denied',
    '554 5.7.0 Recipient address rejected',
    '550 Your message was refused',
    '552 No such storage',
  ])('sends the mail again after %s', async reply => {
    const {server, morning, person, deliver, reminders} = await setUp('2030-03-12 08:00');
    const anna = await person([1]);
    await deliver('2030-03-13');
    server.refusals.set(anna.email, reply);
    await morning.run();
    expect((await reminders.find(anna.owner))?.fejl).toBeUndefined();
    server.refusals.clear();
    pass(5);
    await morning.run();
    expect(server.mails.map(({to}) => to)).toEqual([anna.email]);
  });
});

describe('a mail server that does not reply', () => {
  it('has time to check a mail, which is then sent once', {timeout: 60_000}, async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00');
    const {email} = await person([1]);
    await deliver('2030-03-13');
    server.delays.set(email, 12_000);
    await morning.run();
    pass(5);
    await morning.run();
    expect(server.mails).toHaveLength(1);
    expect(Object.fromEntries(morning.counts())).toMatchObject({sent: 1, retried: 0});
  });

  it('delays only the mail of the recipient about whom it is silent', {timeout: 60_000}, async () => {
    const {server, morning, person, deliver, reminders} = await setUp('2030-03-12 08:00', {
      replyTimeoutMs: 2_000,
    });
    const others = [await person([1]), await person([1]), await person([1])];
    const anna = await person([1]);
    await deliver('2030-03-13');
    server.silence.add(anna.email);
    await morning.run();
    expect(server.mails.map(({to}) => to).sort()).toEqual(others.map(({email}) => email).sort());
    expect(await reminders.find(anna.owner)).toMatchObject({idag: {tilstand: 'igen', forsoeg: 1}});
    server.silence.clear();
    pass(5);
    await morning.run();
    expect(server.mails.slice(others.length).map(({to}) => to)).toEqual([anna.email]);
  });

  it('delays the mails, and loses none, when it accepts connections only', {timeout: 60_000}, async () => {
    const {server, morning, person, deliver} = await setUp('2030-03-12 08:00');
    const people = [await person([1]), await person([1]), await person([1])];
    await deliver('2030-03-13');
    await server.stop();
    const port = Number(new URL(server.url).port);
    const connections = new Set<Socket>();
    const silent = createServer(socket => void connections.add(socket.on('error', () => undefined)));
    await once(silent.listen(port, '127.0.0.1'), 'listening');
    await morning.run();
    expect(connections.size).toBeGreaterThan(0);
    expect(server.mails).toEqual([]);
    for (const socket of connections) socket.destroy();
    await new Promise(resolve => silent.close(resolve));
    const again = await startMailServer(port);
    pass(5);
    await morning.run();
    expect(again.mails.map(({to}) => to).sort()).toEqual(people.map(({email}) => email).sort());
    expect(Object.fromEntries(morning.counts())).toEqual({due: 3, sent: 3, retried: 3, refused: 0});
  });
});

it('two processes on Redis share the mails, and each person gets one', async () => {
  const {address, stop} = await openEngine('Redis');
  onTestFinished(stop);
  const [store, other] = [await openForTest(address), await openForTest(address)];
  const {server, newMorning, person, deliver} = await setUp('2030-03-12 08:00', {store, perMinute: 30_000});
  const people = [];
  for (let count = 0; count < 60; count += 1) people.push(await person([1]));
  await deliver('2030-03-13');
  const mornings = [newMorning(store), newMorning(other)];
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(mornings.map(morning => morning.run()));
    pass(2);
  }
  expect(server.mails.map(({to}) => to).sort()).toEqual(people.map(({email}) => email).sort());
  expect(mornings.map(morning => Number(morning.counts().get('sent')) > 0)).toEqual([true, true]);
});
