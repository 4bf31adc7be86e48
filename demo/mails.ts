// Keeps mails in a file in place of sending them, for `main.ts`, and the page of mails shows them (`routes.ts`). Here
// you can change which mails the bookkeeper gets. The demo must not send a mail to anybody.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';

import type {Mail, Mailer} from '../server/calendar/mail/transport.ts';
import type {DemoToken} from './issuer.ts';

/** A mail that the demo would have sent. */
export interface DemoMail extends Pick<Mail, 'to' | 'subject' | 'text' | 'html'> {
  readonly id: number;
  /** ISO 8601 in UTC. */
  readonly time: string;
}

/** The maximum number of mails that the demo keeps. */
const maxMails = 100;

/** Keeps the mails of the service in a file, for the demo's page of mails, in place of sending them. */
export function createDemoMailer(file: string) {
  const mails = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoMail[]) : [];
  const mailer: Mailer = {
    send({to, subject, text, html}) {
      const id = (mails[0]?.id ?? 0) + 1;
      mails.unshift({id, to, subject, text, html, time: new Date().toISOString()});
      mails.splice(maxMails);
      writeFileSync(file, JSON.stringify(mails), {mode: 0o600});
      return Promise.resolve();
    },
    check: () => Promise.resolve(),
    close: () => undefined,
  };
  return {mailer, mails: mails as readonly DemoMail[]};
}

/** Chooses mails before deadlines for a user who has none, as the user would in the calendar. */
export async function chooseMails(
  url: string,
  {token}: DemoToken,
  choice: {readonly email: string; readonly navne: Readonly<Record<string, string>>},
  mails: readonly DemoMail[],
): Promise<void> {
  const send = async (method: string, path = '', body?: object) => {
    const response = await fetch(`${url}/calendar/1/mine/paamindelser${path}`, {
      method,
      headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
    });
    if (!response.ok) throw new Error(`The service rejected a choice of mails: ${await response.text()}`);
    return response.json() as Promise<{email: string | null}>;
  };
  if ((await send('GET')).email !== null) return;
  await send('PUT', '', {...choice, dage: [30, 14, 7, 3, 1, 0], sprog: 'da'});
  const [kode] = /\b\d{6}\b/.exec(mails[0]?.text ?? '') ?? [];
  await send('POST', '/bekraeft', {kode});
}
