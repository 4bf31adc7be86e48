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
  /** Whether the mail server refused the recipient permanently (5yz reply to `RCPT TO`), for any reason. */
  readonly isRefused: boolean;
  /** Whether the reason is the recipient, such as an unknown mailbox. */
  readonly isFinal: boolean;

  constructor(message: string, isRefused: boolean, isFinal: boolean) {
    super(message);
    this.isRefused = isRefused;
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
        const isRefused = responseCode >= 500 && command === 'RCPT TO';
        const isFinal = isRefused && isAboutRecipient(response ?? '');
        throw new MailError(withoutAddresses(response ?? (error as Error).message), isRefused, isFinal);
      }
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/**
 * Returns the name for `EHLO`, which mail servers may look up: the host of the public URL, then the name of the machine if it has a public domain.
 * Otherwise the address that nodemailer says without a domain, since its default is any name with a dot.
 */
function clientName(publicUrl = ''): string {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname.replace(/\.$/, '') : '';
  const machine = os.hostname();
  const names = [host, /\.(?:local|localdomain|internal)$/i.test(machine) ? '' : machine];
  return names.find(name => /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(name) && !isIP(name)) ?? '[127.0.0.1]';
}

/**
 * What a 5yz reply to `RCPT TO` is about: the first pattern that matches the reply code, the enhanced status code and the words decides. The default is
 * not the recipient: a mail that is sent again does less harm than an address that gets no more mails.
 */
const subjects: readonly (readonly [pattern: RegExp, isRecipient: boolean])[] = [
  // Exchange Online, for an unknown recipient.
  [/^550 5\.4\.1 recipient address rejected: access denied/i, true],
  // The sender, its right to send, and limits. Servers also say so with a code for the recipient.
  [
    /\b(?:relay(?! recipient table)|auth|log ?in|sender|client|helo|ehlo|starttls|tls|reverse|dns|rbl|spf|dkim|dmarc|spam|policy|reputation|gr[ae]y.?list|black.?list|block|denied|prohibit|not permitted|delivery is not allowed|quota|storage|exceed|too many|full\b|limit|rate\b|temporar)|(?<!not )\blisted/i,
    false,
  ],
  // RFC 3463 and RFC 7505: the address or the mailbox of the recipient.
  [/^\d+ 5\.(?:1\.(?:[1-6]|10)|2\.1) /, true],
  // Other codes of RFC 3463. With X.Y.0, the words decide, except for X.6.0 (content) and X.7.0 (policy).
  [/^\d+ 5\.(?:[67]|\d+\.[1-9])/, false],
  // RFC 7504: the domain accepts no mail.
  [/^556 /, true],
  // Other replies refuse a command, a login (RFC 4954) or the mail.
  [/^(?!55[0134] )/, false],
  // No reason.
  [/^550 {2}\S*$/, true],
  [
    /\b(?:(?:unknown|invalid|bad|no such) (?:user|recipient|mailbox|address|account)|(?:user|recipient|mailbox|address|account) (?:(?:is|was|name|has been) )?(?:unknown|rejected|refused|invalid|disabled|inactive|suspended|closed|unavailable|not found|not allowed)|no such|does not exist|doesn't exist|unroute?able|not found|not local|not listed in|null mx)/i,
    true,
  ],
];

/** Returns whether a 5yz reply to `RCPT TO` refuses the recipient. Other refusals are the operator's problem, or end by themselves. */
function isAboutRecipient(response: string): boolean {
  // The code is at the start or, from qmail, in parentheses. A server that checks the sender quotes a code about the sender in its words.
  const [, first, last] = /^\d{3}[- ]#?(5\.\d+\.\d+)\b|\(#(5\.\d+\.\d+)\b/.exec(response) ?? [];
  // The name of a host or an address can contain any word.
  const words = response
    .slice(4)
    .split(/\s/)
    .filter(word => !/[.@]\w/.test(word));
  const reply = `${response.slice(0, 3)} ${first ?? last ?? ''} ${words.join(' ')}`;
  return subjects.find(([pattern]) => pattern.test(reply))?.[1] ?? false;
}

/** Hides addresses, which servers repeat. */
function withoutAddresses(text: string): string {
  return text
    .split(/(\s)/)
    .map(word => (word.includes('@') ? '…' : word))
    .join('');
}
