import {once} from 'node:events';
import type {AddressInfo} from 'node:net';

import {SMTPServer} from 'smtp-server';
import {afterAll, onTestFinished} from 'vitest';

/* A mail server that tests can let fail, for tests of mails. Add a failure as a map or a set by address, like `refusals`. */

export interface ReceivedMail {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  /** The headers and both parts, decoded. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  /** All mails that the server accepted. */
  readonly mails: ReceivedMail[];
  /** The status code, or the whole reply, for a sender or a recipient. Default: 250. */
  readonly refusals: Map<string, number | string>;
  /** The recipients for which the server never replies. */
  readonly silence: Set<string>;
  /** The milliseconds after which the server accepts the text of a mail to a recipient. Default: 0. */
  readonly delays: Map<string, number>;
  /** The names in the `EHLO` commands of closed connections. */
  readonly clients: string[];
  /** The number of `RCPT TO` commands that it received. */
  readonly attempts: number;
  stop(): Promise<void>;
}

/** Starts a mail server on a free port of the loopback address, for a test. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const server = await openMailServer(port);
  onTestFinished(() => server.stop());
  return server;
}

/** Starts a mail server for all tests of a file. Returns its mails and the settings of a service. */
export async function useMailServer() {
  const {url, mails, ...server} = await openMailServer();
  afterAll(() => server.stop());
  return {
    mails,
    settings: {TAVLE_SMTP_URL: url, TAVLE_MAIL_FROM: 'frister@example.dk', TAVLE_MAIL_HOUR: '19'},
  };
}

/** Starts a mail server, which callers stop. */
export async function openMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusals = new Map<string, number | string>();
  const silence = new Set<string>();
  const delays = new Map<string, number>();
  const clients: string[] = [];
  let attempts = 0;
  const refusalOf = (address: string) => {
    const [, code, text = 'No.'] = /^(\d{3}) ?(.+)?/.exec(String(refusals.get(address) ?? '')) ?? [];
    return code === undefined ? null : Object.assign(new Error(text), {responseCode: Number(code)});
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // Closes connections that a service keeps open.
    closeTimeout: 10,
    onClose: ({hostNameAppearsAs}) => void clients.push(hostNameAppearsAs),
    onMailFrom: ({address}, _, callback) => callback(refusalOf(address)),
    onRcptTo({address}, _, callback) {
      attempts += 1;
      if (!silence.has(address)) callback(refusalOf(address));
    },
    onData(stream, {envelope}, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        const [head = ''] = source.split('\r\n\r\n');
        const lines = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
        const header = (name: string) =>
          lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
        mails.push({
          to: envelope.rcptTo.map(({address}) => address).join(),
          messageId: header('Message-ID'),
          subject: decodeWords(header('Subject')),
          source: decodeQuotedPrintable(source),
        });
        setTimeout(callback, delays.get(mails.at(-1)?.to ?? '') ?? 0);
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const {port: bound} = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>(resolve => server.close(() => resolve()));
  return {
    url: `smtp://127.0.0.1:${bound}`,
    ...{mails, refusals, silence, delays, clients, stop},
    get attempts() {
      return attempts;
    },
  };
}

/** Decodes the encoded words of a header (RFC 2047). */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      /b/i.test(encoding)
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );

/** Decodes quoted-printable (RFC 2045, section 6.7). */
function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
