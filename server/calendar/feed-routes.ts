import {Router} from '@koa/router';

import type {Admit} from '../http/admission.ts';
import {FieldCheck, Problem} from '../http/problem.ts';
import {sendPieces} from '../http/send-pieces.ts';
import {bounds} from '../limits/bounds.ts';
import {type Count, createCallerLimit} from '../limits/caller-limit.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import type {CompanyCalendar} from './company.ts';
import {writeFeed} from './feed.ts';
import type {Subscriptions} from './subscriptions.ts';

/** The window of the limits, in seconds. */
const window = 60;

/** The longest reminder, in days. */
export const mostReminderDays = 60;

export interface FeedRoutes {
  readonly calendar: CompanyCalendar;
  readonly subscriptions: Subscriptions;
  readonly portal: CurrentPortal;
  readonly publicUrl: string;
  /** Bounds the requests in flight for one subscription. */
  readonly admit: Admit;
}

/**
 * The feeds that calendar apps poll: anyone who has the secret may read. `?paamindelse=7` adds a reminder seven days before each
 * deadline. Both limits are those of one process.
 */
export function feedRoutes({calendar, subscriptions, portal, publicUrl, admit}: FeedRoutes): Router {
  const wrongSecrets = createCallerLimit(bounds.maxWrongFeedSecrets, window);
  const requests = createCallerLimit(bounds.maxFeedRequests, window);
  const router = new Router({sensitive: true, strict: true});

  router.get('/calendar/1/abonnementer/:file', async context => {
    const [, secret] = /^([\w-]{43})\.ics$/.exec(context.params.file ?? '') ?? [];
    const cvr = secret === undefined ? undefined : await subscriptions.companyOf(secret);
    // Guesses never count against a subscription: behind a proxy, all requests come from the same IP address.
    if (cvr === undefined) {
      requireWithin(wrongSecrets(context.req.socket.remoteAddress ?? ''), 'Too many wrong feed URLs.');
      throw new Problem(
        404,
        'There is no calendar feed at this URL: the link is wrong, or it was replaced or revoked.',
      );
    }
    requireWithin(requests(cvr), 'Too many requests for this feed.');
    admit(context, `feed:${cvr}`);

    const feed = {
      source: `${publicUrl}${context.path}`,
      reminderDays: parseReminder(context.querystring),
    };
    const current = portal();
    await sendPieces(context, 'text/calendar; charset=utf-8', () => writeFeed(cvr, calendar, current, feed));
    if (context.status === 200) context.set('Content-Disposition', 'inline; filename="frister.ics"');
  });

  return router;
}

/** Reads `paamindelse=7`; `undefined` where it is left out. @throws {Problem} 400 */
function parseReminder(query: string): number | undefined {
  const text = new URLSearchParams(query).get('paamindelse');
  if (text === null) return undefined;
  const days = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  const check = new FieldCheck();
  const message = `Must be a whole number of days from 1 to ${mostReminderDays}.`;
  check.require(days >= 1 && days <= mostReminderDays, 'paamindelse', message);
  check.orThrow();
  return days;
}

/** @throws {Problem} 429 */
function requireWithin({taken, most, seconds}: Count, message: string): void {
  if (taken <= most) return;
  throw new Problem(429, `${message} Try again in ${seconds} seconds.`, {
    headers: {'Retry-After': String(seconds)},
    reason: message,
  });
}
