import {hash} from 'node:crypto';
import {mock} from 'node:test';
import {fileURLToPath} from 'node:url';

import {
  createCompanyCalendar,
  createDeliveries,
  createLinks,
  createMailer,
  createMorning,
  createReminders,
  emptyPortal,
} from '../support/built.mjs';
import {authority} from '../support/portal.mjs';
import {MeasuredServer} from '../support/processes.mjs';
import {openWhenReady} from '../support/start.mjs';

/* Creates the mails and calendar links of persons, and sends their mails, for `measure.mjs` and `simulate.mjs`. A change affects the results of both. */

/** @typedef {ReturnType<typeof createMailer>} Mailer */

/** The owner claim of a person: a UUID, so that persons are not stored in the order of their companies. */
export const ownerOf = (/** @type {number} */ index) =>
  hash('sha256', String(index)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
export const nameOf = (/** @type {number} */ index) => `Anne Holm ${index}`;

/** @param {import('../support/start.mjs').Store} store */
export function createPeople(store) {
  /** @type {Map<string, string>} */
  const codes = new Map();
  const mailer = mailerOf(({to, subject}) => codes.set(to, /\d{6}/.exec(subject)?.[0] ?? ''));
  const [reminders, links] = [createReminders(store, mailer), createLinks(store)];
  /** @param {number} index @param {readonly string[]} cvrs */
  const personOf = (index, cvrs) => ({owner: ownerOf(index), cvrs, issuedAt: 1_795_000_000});
  /** @param {readonly string[]} cvrs */
  const namesOf = cvrs => Object.fromEntries(cvrs.map(cvr => [cvr, `Bageriet på torvet ${cvr} ApS`]));
  return {
    /** @param {number} index @param {readonly string[]} cvrs */
    async addMails(index, cvrs) {
      const person = personOf(index, cvrs);
      const email = `anne.holm.${index}@virksomhed.example.dk`;
      await reminders.set(person, {email, dage: [7, 1], sprog: 'da', navne: namesOf(cvrs)});
      await reminders.confirm(person, codes.get(email) ?? '');
    },
    endMails: (/** @type {number} */ index) => reminders.remove(ownerOf(index)),
    addLink: (/** @type {number} */ index, /** @type {readonly string[]} */ cvrs) =>
      links.create(personOf(index, cvrs), 'Outlook', {navne: namesOf(cvrs)}),
  };
}

/**
 * Sends the mails of a day from a newly opened store, whose cache is empty. Returns the seconds of processor time of this process.
 *
 * @param {string} address Of the store.
 * @param {number} day Days from today. The time is 8:00 in UTC. Days with deadlines are at least eight days apart.
 * @param {number} expected The number of mails.
 * @param {readonly string[]} [modtagere] The companies that have a deadline a week later. Default: no deadline.
 * @param {Mailer} [mailer] Default: discards the mails.
 * @throws {Error} If another number of mails was sent.
 */
export async function sendMails(address, day, expected, modtagere, mailer = mailerOf(() => undefined)) {
  const dateIn = (/** @type {number} */ days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const texts = {overskrift: 'Moms', beskrivelse: '<p>Betal.</p>', afsenderNavn: 'Skattestyrelsen'};
  const store = await openWhenReady(address);
  if (modtagere)
    await createDeliveries(store).create(authority, {...texts, fristDato: dateIn(day + 7), modtagere});
  const morning = createMorning({
    ...{store, mailer, calendar: createCompanyCalendar(store), portal: () => emptyPortal},
    ...{publicUrl: 'https://tavle.example.dk', log: /** @type {any} */ (console)},
    settings: {url: '', from, hour: 8, perMinute: Infinity},
  });
  mock.timers.enable({apis: ['Date'], now: Date.parse(`${dateIn(day)}T08:00Z`)});
  try {
    const before = process.cpuUsage();
    await morning.run();
    const {user, system} = process.cpuUsage(before);
    const sent = morning.counts().get('sent');
    if (sent !== expected) throw new Error(`${sent} mails were sent instead of ${expected}.`);
    return (user + system) / 1e6;
  } finally {
    mock.timers.reset();
    await store.close();
  }
}

const from = {name: 'Portalen', address: 'frister@example.dk'};

/** Runs work with a mailer that sends to a mail server in another process.
 * @template Result @param {(mailer: Mailer) => Promise<Result>} work */
export async function withMailServer(work) {
  const script = fileURLToPath(new URL('mail-server.mjs', import.meta.url));
  const server = await MeasuredServer.start(script, [], process.env);
  const mailer = createMailer({url: server.url, from, hour: 8, perMinute: Infinity});
  try {
    return await work(mailer);
  } finally {
    mailer.close();
    await server.stop();
  }
}

/** @param {(mail: import('../../../server/calendar/mail/transport.ts').Mail) => unknown} take @returns {Mailer} */
const mailerOf = take => ({
  send: async mail => void take(mail),
  check: async () => undefined,
  close: () => undefined,
});
