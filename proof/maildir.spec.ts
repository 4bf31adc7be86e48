import {chmod, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {createDeliveries} from '../server/calendar/authority/deliveries.ts';
import {silent} from '../server/store/engine.ts';
import {openStore} from '../server/store/open-store.ts';
import {freePort} from '../server/store/testing/redis-process.ts';
import {addDays, today} from '../server/time/dates.ts';
import {withDirectory} from '../e2e/support/directory.ts';
import {runShell} from '../e2e/support/shell.ts';
import {expect, skat, test} from '../e2e/support/test.ts';

test.skip(process.getuid?.() !== 0, 'It needs root, for Postfix.');

const cvr = '24256790';
const email = 'anna@example.dk';

/** Runs work with Postfix, as Debian packages it, with another configuration and port. Postfix delivers mails to one address into a maildir. */
async function withMailServer(work: (url: string, mails: () => Promise<string[]>) => Promise<void>) {
  await withDirectory(async directory => {
    const [port, postfix, maildir] = [await freePort(), join(directory, 'postfix'), join(directory, 'mail')];
    for (const each of [join(postfix, 'queue'), join(postfix, 'data'), maildir])
      await mkdir(each, {recursive: true});
    // Another user delivers the mails.
    for (const each of [directory, maildir]) await chmod(each, 0o777);
    await runShell(`chown postfix ${postfix}/data`, directory);
    const settings = [
      'compatibility_level = 3.6',
      `queue_directory = ${postfix}/queue`,
      `data_directory = ${postfix}/data`,
      `maillog_file_prefixes = ${directory}`,
      `maillog_file = ${directory}/mail.log`,
      'inet_interfaces = loopback-only',
      'mynetworks = 127.0.0.0/8',
      'mydestination =',
      'virtual_mailbox_domains = example.dk',
      `virtual_mailbox_maps = inline:{ { ${email} = anna/ } }`,
      `virtual_mailbox_base = ${maildir}`,
      'virtual_uid_maps = static:65534',
      'virtual_gid_maps = static:65534',
    ];
    await writeFile(join(postfix, 'main.cf'), `${settings.join('\n')}\n`);
    const services = await readFile('/etc/postfix/master.cf', 'utf8');
    const own = services
      .replaceAll(/^(\w+ +\w+ +[\w-]+ +[\w-]+ +)y/gm, '$1n')
      .replace(/^smtp( +inet)/m, `${port}$1`);
    await writeFile(join(postfix, 'master.cf'), own);
    const mails = async () => {
      const inbox = join(maildir, 'anna/new');
      const names = await readdir(inbox).catch(() => []);
      return Promise.all(names.map(name => readFile(join(inbox, name), 'utf8')));
    };
    await runShell(`postfix -c ${postfix} start`, directory);
    try {
      await work(`smtp://127.0.0.1:${port}`, mails);
    } finally {
      await runShell(`postfix -c ${postfix} stop`, directory);
    }
  });
}

test('Postfix delivers the code and the mail before a deadline, and refuses an unknown address', async ({
  directory,
  issuer,
  start,
}) => {
  await withMailServer(async (url, mails) => {
    const TAVLE_STORE = `file:${join(directory, 'store')}`;
    const service = await start({
      ...{TAVLE_STORE, TAVLE_SMTP_URL: url, TAVLE_MAIL_FROM: 'frister@example.dk', TAVLE_MAIL_HOUR: '0'},
    });
    const authorization = await issuer.authorize('anna', cvr);
    const call = async (method: string, path: string, body?: object) => {
      const headers = {...authorization, 'content-type': 'application/json'};
      const target = `${service.url}/calendar/1/mine/paamindelser${path}`;
      const response = await fetch(target, {method, headers, ...(body && {body: JSON.stringify(body)})});
      return {status: response.status, body: (await response.json()) as object};
    };
    const choice = {email, dage: [7], sprog: 'da'};
    await expect.poll(async () => (await call('PUT', '', choice)).status).toBe(200);
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [, kode] = /^Subject: Din kode er (\d{6})/m.exec((await mails())[0] ?? '') ?? [];
    expect(await call('POST', '/bekraeft', {kode})).toMatchObject({
      status: 200,
      body: {isBekraeftet: true},
    });

    const store = openStore(TAVLE_STORE, silent);
    await createDeliveries(store).create(skat, {
      ...{overskrift: 'Moms', beskrivelse: '<p>Betal.</p>', modtagere: [cvr]},
      ...{fristDato: addDays(today(), 7), afsenderNavn: 'Skattestyrelsen'},
    });
    await store.close();
    await expect.poll(async () => (await mails()).length, {timeout: 60_000}).toBe(2);
    const reminder = (await mails()).find(mail => !/^Subject: Din kode/m.test(mail)) ?? '';
    expect(reminder).toMatch(/^To: anna@example\.dk/m);
    expect(reminder).toMatch(/^From: frister@example\.dk/m);
    expect(reminder).toMatch(/^Subject: Moms/m);
    expect(reminder).toMatch(/^List-Unsubscribe:\s+<http/m);
    expect(reminder).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(reminder).toMatch(/^Content-Type: text\/plain/m);
    expect(reminder).toMatch(/^Content-Type: text\/html/m);

    expect(await call('PUT', '', {...choice, email: 'ingen@example.dk'})).toMatchObject({status: 422});
  });
});
