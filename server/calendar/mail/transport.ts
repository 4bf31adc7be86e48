/** Sends mails to the mail server of `TAVLE_SMTP_URL`, for `morning.ts`, `reminders.ts` and `tavle check`. Add a header
 * in `send`. `isFinal` is only for a refused recipient: other mails are sent again. Mails to other machines must use
 * TLS. */
import {isIP} from 'node:net';
import os from 'node:os';

import {createTransport} from 'nodemailer';

import type {Texts} from './message.ts';

export interface MailSettings {
  /** `smtp:` or `smtps:`, with credentials if the server needs them. */
  readonly url: string;
  /** The name may be empty. */
  readonly from: {readonly name: string; readonly address: string};
  /** The hour of the day, in Danish time, from which mails are sent. */
  readonly hour: number;
  /** The maximum number of mails that a process sends in a minute. */
  readonly perMinute: number;
  /** The configured public URL of the service. Default: none. */
  readonly publicUrl?: string | undefined;
}

export interface Mail extends Texts {
  readonly to: string;
  /** Default: a random one. */
  readonly messageId?: string | undefined;
  /** The URL that ends the mails with one POST (RFC 8058). Default: none, for codes and warnings. */
  readonly stop?: string | undefined;
}

/** Why a mail was not sent. Contains no addresses, since it is logged. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Whether the mail server refused the recipient permanently. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
  readonly response?: string;
}

export interface Mailer {
  /** @throws {MailError} */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, without sending. @throws {Error} with the response of the server. */
  check(): Promise<void>;
  close(): void;
}

const [maxConnections, connectTimeoutMs] = [4, 10_000];

/**
 * How long a mail server may take for a reply. Servers may check a mail before they accept it: RFC 5321, 4.5.3.2, allows ten minutes. If a server needs
 * longer than this constant, the mail is sent twice.
 */
export const maxReplyMs = 40_000;

/** Returns the mailer of a process. A connection by `smtp:` must use STARTTLS, unless the mail server is on this machine. */
export function createMailer({url, from, publicUrl}: MailSettings, replyTimeoutMs = maxReplyMs): Mailer {
  const {protocol, hostname, port, username, password} = new URL(url);
  const secure = protocol === 'smtps:';
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLocal,
    ...(isLocal && {ignoreTLS: true}),
    // Signs in even if the server does not announce a login.
    forceAuth: username !== '',
    ...(username && {auth: {user: decodeURIComponent(username), pass: decodeURIComponent(password)}}),
    pool: true,
    maxConnections,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: replyTimeoutMs,
    name: clientName(publicUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({to, subject, text, html, messageId, stop}) {
      try {
        await transport.sendMail({
          from,
          // An object, since nodemailer parses a text, which could name several addresses.
          to: {name: '', address: to},
          subject,
          text,
          html,
          ...(messageId !== undefined && {messageId}),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(stop !== undefined && {
              'List-Unsubscribe': `<${stop}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        const {responseCode = 0, command, response} = error as SmtpError;
        const isFinal = responseCode >= 500 && command === 'RCPT TO' && isAboutRecipient(response ?? '');
        throw new MailError(withoutAddresses(response ?? (error as Error).message), isFinal);
      }
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/**
 * Returns the name of this machine for `EHLO`. A container has a name without a domain: without another one, nodemailer says `[127.0.0.1]`, which some
 * mail servers refuse.
 */
function clientName(publicUrl = ''): string | undefined {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
  return [os.hostname(), host].find(name => name.includes('.') && !isIP(name));
}

/**
 * What a 5yz reply to `RCPT TO` is about: the first pattern that matches the reply code, the enhanced status code and the words decides. The default is
 * the recipient.
 */
const subjects: readonly (readonly [pattern: RegExp, isRecipient: boolean])[] = [
  // RFC 3463: the sender, a full mailbox, a long mail; the mail system, the network, the protocol, the text, the right to send.
  [/^\d+ 5\.(?:1\.[78]|2\.[23]|[3-7]\.\d+) /, false],
  // RFC 3463: the address or the mailbox of the recipient. Servers also use the detail 0 for the sender.
  [/^\d+ 5\.[12]\.[1-9]/, true],
  // Only these codes refuse a recipient (RFC 5321, 4.3.2, and RFC 7504): others refuse a command, a login (RFC 4954) or the mail.
  [/^(?!55[0136])/, false],
  // Servers without enhanced status codes.
  [
    /\b(?:relay|auth|log ?in|sender|helo|ehlo|reverse|black.?list|block|spam|denied|prohibit|not permitted|delivery is not allowed|quota|exceed|too many|full\b)|(?<!not )\blisted/i,
    false,
  ],
];

/** Returns whether a 5yz reply to `RCPT TO` refuses the recipient. Other refusals are the operator's problem, or end by themselves. */
function isAboutRecipient(response: string): boolean {
  const [status = ''] = /(?<![\d.])5\.\d\.\d{1,3}(?!\.?\d)/.exec(response) ?? [];
  // The name of a host or an address can contain any word.
  const words = response.split(/\s/).filter(word => !/[.@]\w/.test(word));
  const reply = `${response.slice(0, 3)} ${status} ${words.join(' ')}`;
  return subjects.find(([pattern]) => pattern.test(reply))?.[1] ?? true;
}

/** Hides addresses, which servers repeat. */
function withoutAddresses(text: string): string {
  return text
    .split(/(\s)/)
    .map(word => (word.includes('@') ? '…' : word))
    .join('');
}
