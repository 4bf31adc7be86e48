import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, mkdir, readFile, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';

import {SMTPServer} from 'smtp-server';

import {readDocBlocks, readNamedBlocks} from '../e2e/support/doc-blocks.ts';
import {runShell, startUntil, writePrograms} from '../e2e/support/shell.ts';
import {expect, test} from '../e2e/support/test.ts';
import {createMailer} from '../server/calendar/mail/transport.ts';
import {freePort} from '../server/store/testing/redis-process.ts';

test.skip(process.getuid?.() !== 0, 'It needs root, for Postfix.');

/** Checks a mail with two Python libraries, which get DNS records from functions instead of the DNS. Prints one result on each line. */
const verify = `
import json, sys
import dkim, spf
mail = open(sys.argv[1], "rb").read()
records = json.load(open(sys.argv[2]))
print(dkim.verify(mail, dnsfunc=lambda name, timeout=5: records[name.decode()].encode()))
print(dkim.verify(mail.replace(b"Moms", b"Skat"), dnsfunc=lambda name, timeout=5: records[name.decode()].encode()))
spf.DNSLookup = lambda name, kind, *_, **__: [((name, kind), (records[name + "."].encode(),))] if kind == "TXT" and name + "." in records else []
for address in ("192.0.2.25", "192.0.2.26"):
    print(spf.check2(i=address, s="frister@virksomhed.example.dk", h="mail.example.dk")[0])
`;

test('a mail of the service through the manual’s mail server has a signature and a sender that the manual’s DNS records confirm', async ({
  directory,
}) => {
  await chmod(directory, 0o755);
  const received: string[] = [];
  const receiver = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, _, callback) {
      void text(stream).then(mail => {
        received.push(mail);
        callback();
      });
    },
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver.server, 'listening');
  const {port} = receiver.server.address() as AddressInfo;

  const [root, bin, postfix] = ['root', 'bin', 'postfix'].map(name => join(directory, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [join(root, 'etc'), bin, join(postfix, 'queue'), join(postfix, 'data')])
    await mkdir(each, {recursive: true});
  const [milter, smtp] = [String(await freePort()), String(await freePort())];
  const inTest = (page: string) =>
    page
      .replaceAll('8891', milter)
      .replaceAll('1025', String(port))
      .replaceAll(/(?<![\w/])\/etc\/opendkim/g, `${root}/etc/opendkim`);

  // As Debian configures Postfix, but in another place, and without the host names of this machine.
  await runShell(`chown postfix ${postfix}/data`, directory);
  await writeFile(
    join(postfix, 'main.cf'),
    `${await readFile('/usr/share/postfix/main.cf.debian', 'utf8')}
smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination
mynetworks = 127.0.0.0/8
queue_directory = ${postfix}/queue
data_directory = ${postfix}/data
maillog_file_prefixes = ${directory}
maillog_file = ${directory}/mail.log
`,
  );
  const services = await readFile('/etc/postfix/master.cf', 'utf8');
  const unchrooted = services
    .replaceAll(/^(\w+ +\w+ +[\w-]+ +[\w-]+ +)y/gm, '$1n')
    .replace(/^smtp( +inet)/m, `${smtp}$1`);
  await writeFile(join(postfix, 'master.cf'), unchrooted);
  await writePrograms(bin, {
    sudo: 'exec "$@"',
    'apt-get': 'true',
    systemctl: 'true',
    postconf: `exec /usr/sbin/postconf -c ${postfix} "$@"`,
  });
  const env = {PATH: `${bin}:${process.env.PATH ?? ''}`};
  const {files, text: page} = await readDocBlocks('operate/mail.md');
  // OpenDKIM refuses a key below /tmp, to which others can write.
  const configuration = `${inTest(files['opendkim.conf'] ?? '')}RequireSafeKeys no\n`;
  await writeFile(join(directory, 'opendkim.conf'), configuration);
  const [steps = ''] = await readNamedBlocks('operate/mail.md', 'mail-server');
  const printed = await runShell(inTest(steps), directory, env);
  // The step that shows signed mails in Mailpit.
  const [, toMailpit = ''] = /`(sudo postconf -e 'relayhost = [^`]+)`/.exec(page) ?? [];
  await runShell(inTest(toMailpit), directory, env);

  // The records that a reader writes into the DNS.
  const key = [...printed.matchAll(/"([^"]*)"/g)].map(([, part = '']) => part).join('');
  const records = Object.fromEntries(
    [...(files.dns ?? '').matchAll(/^(\S+) +TXT +"(.*)"$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace('KEY', /p=(\w.*)/.exec(key)?.[1] ?? ''),
    ]),
  );
  expect(records['tavle._domainkey.virksomhed.example.dk.']).toBe(key);
  await writeFile(join(directory, 'records.json'), JSON.stringify(records));
  await writeFile(join(directory, 'verify.py'), verify);

  const isListening = (port: string) =>
    `until curl --silent --max-time 1 telnet://127.0.0.1:${port} < /dev/null; [ $? -ne 7 ]; do sleep 0.1; done; echo listens; wait`;
  const signer = await startUntil(
    `opendkim -x ${root}/etc/opendkim.conf -f & ${isListening(milter)}`,
    /^listens$/m,
    directory,
  );
  const sender = await startUntil(
    `postfix -c ${postfix} start-fg & ${isListening(smtp)}`,
    /^listens$/m,
    directory,
  );
  try {
    const from = {name: 'Portalen', address: 'frister@virksomhed.example.dk'};
    const mailer = createMailer({url: `smtp://127.0.0.1:${smtp}`, from, hour: 8, perMinute: 1});
    const texts = {subject: 'Moms', text: 'Betal moms.', html: '<p>Betal moms.</p>'};
    const stop = 'https://tavle.example.dk/calendar/1/afmeld/secret';
    await mailer.send({to: 'anna@example.com', stop, ...texts});
    mailer.close();
    await expect.poll(() => received.length).toBe(1);
  } finally {
    await runShell(`postfix -c ${postfix} stop`, directory);
    await sender.stop();
    await signer.stop();
    receiver.close(() => undefined);
  }
  const [mail = ''] = received;
  // DMARC: the signature is of the domain in From.
  expect(mail).toMatch(/^DKIM-Signature: [^]*?\bd=virksomhed\.example\.dk;/m);
  // RFC 8058: the signature covers what ends the mails with one click.
  expect(mail).toMatch(/^DKIM-Signature: [^]*?\bh=[^;]*List-Unsubscribe:\s*List-Unsubscribe-Post[:;]/im);
  expect(mail).toMatch(/^From: Portalen <frister@virksomhed\.example\.dk>/m);
  await writeFile(join(directory, 'mail.eml'), mail);
  const verified = spawn('/usr/bin/python3', ['verify.py', 'mail.eml', 'records.json'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect((await text(verified.stdout)).trim().split('\n')).toEqual(['True', 'False', 'pass', 'fail']);
});
