import {randomUUID} from 'node:crypto';

import {createDeliveries} from '../server/calendar/authority/deliveries.ts';
import {createCompanyCalendar} from '../server/calendar/company-calendar.ts';
import {createReminders} from '../server/calendar/mail/reminders.ts';
import {silent} from '../server/store/engine.ts';
import {openStore} from '../server/store/open-store.ts';
import {openMailServer} from '../server/testing/mail-server.ts';
import {addDays, today} from '../server/time/dates.ts';
import {lend} from '../e2e/support/lend.ts';
import {expect, test} from '../e2e/support/test.ts';

const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const [people, kills] = [numberOf('TAVLE_PROOF_PEOPLE', 2_000), numberOf('TAVLE_PROOF_KILLS', 10)];
/** CVR numbers of companies whose person gets no mail. */
const [done, hidden, gone] = ['11111111', '22222222', '33333333'] as const;
const skat = '19552101';

/** Fills a store with people who get mails, and with deadlines without mails. Returns the addresses of these people. */
async function fill(address: string): Promise<string[]> {
  const store = openStore(address, silent);
  await expect
    .poll(() =>
      store.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  let code = '';
  const reminders = createReminders(store, {
    send: ({subject}) => Promise.resolve(void (code = /\d{6}/.exec(subject)?.[0] ?? '')),
    check: () => Promise.resolve(),
    close: () => undefined,
  });
  const add = async (cvr: string) => {
    const person = {owner: randomUUID(), cvrs: [cvr], issuedAt: 0};
    const email = `${cvr}@example.dk`;
    await reminders.set(person, {email, dage: [7], sprog: 'da'});
    await reminders.confirm(person, code);
    return email;
  };
  const emails: string[] = [];
  for (let index = 0; index < people; index += 1) emails.push(await add(String(40_000_000 + index)));
  for (const cvr of [done, hidden, gone]) await add(cvr);

  const [deliveries, calendar] = [createDeliveries(store), createCompanyCalendar(store)];
  const deliver = async (overskrift: string, modtagere: readonly string[]) => {
    const texts = {overskrift, beskrivelse: 'Betal.', afsenderNavn: 'Skattestyrelsen'};
    return deliveries.create(skat, {...texts, fristDato: addDays(today(), 7), modtagere});
  };
  await deliver(
    'Moms',
    emails.map(email => email.slice(0, 8)),
  );
  const {fristId} = await deliver('Told', [done, hidden]);
  const markAs = (cvr: string, marks: object) =>
    calendar.mark({cvrs: [cvr], owner: 'anne', name: 'Anne'}, fristId, marks);
  await markAs(done, {isKlaret: true});
  await markAs(hidden, {isSlettet: true});
  const withdrawn = await deliver('Punktafgift', [gone]);
  await deliveries.withdraw(skat, withdrawn.fristId, () => undefined);
  await store.close();
  return emails;
}

test('two processes that are killed during a morning send each person one mail, and repeat only the same one', async ({
  start,
  startDurableRedis,
}) => {
  test.setTimeout(900_000 + 100 * people);
  const {url: TAVLE_STORE} = await startDurableRedis();
  const emails = await fill(TAVLE_STORE);
  await lend(
    openMailServer,
    server => server.stop(),
    async openServer => {
      const {url, mails} = await openServer();
      const settings = {
        TAVLE_STORE,
        ...{TAVLE_SMTP_URL: url, TAVLE_MAIL_FROM: 'frister@example.dk'},
        ...{TAVLE_MAIL_HOUR: '0', TAVLE_MAIL_RATE: '6000'},
      };
      const processes = await Promise.all([start(settings), start(settings)]);
      for (let kill = 0; kill < kills; kill += 1) {
        await new Promise(resolve => setTimeout(resolve, 1_000 + 300 * (kill % 5)));
        await processes[kill % 2]?.kill();
        processes[kill % 2] = await start(settings);
      }
      const reached = () => new Set(mails.map(({to}) => to));
      // The leases of a killed process end after a minute.
      await expect.poll(() => reached().size, {timeout: 600_000}).toBe(people);
      expect([...reached()].sort()).toEqual(emails.sort());
      const ids = new Map<string, Set<string>>();
      for (const {to, messageId} of mails) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
      expect([...ids].filter(([, each]) => each.size > 1)).toEqual([]);
      const description = `${mails.length} to ${people} people, ${kills} kills`;
      test.info().annotations.push({type: 'mails', description});
    },
  );
});
