import {Router} from '@koa/router';
import {RateLimiterMemory, type RateLimiterRes} from 'rate-limiter-flexible';

import {entityTag, isKnown} from '../http/conditional.ts';
import {FieldCheck, Problem} from '../http/problem.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import type {CompanyCalendar} from './company.ts';
import {writeFeed} from './feed.ts';
import type {Subscriptions} from './subscriptions.ts';

/** How many wrong secrets an address may try in a minute. */
const mostMisses = 30;

/** The longest reminder, in days. */
export const mostReminderDays = 60;

export interface FeedRoutes {
  readonly calendar: CompanyCalendar;
  readonly subscriptions: Subscriptions;
  readonly portal: CurrentPortal;
  readonly publicUrl: string;
}

/**
 * The feeds that calendar programs poll: who has the secret may read. `?paamindelse=7` asks for a reminder seven days
 * before each deadline.
 */
export function feedRoutes({calendar, subscriptions, portal, publicUrl}: FeedRoutes): Router {
  const misses = new RateLimiterMemory({points: mostMisses, duration: 60});
  const router = new Router({sensitive: true, strict: true});

  router.get('/calendar/1/abonnementer/:file', async context => {
    const [, secret] = /^([\w-]{43})\.ics$/.exec(context.params.file ?? '') ?? [];
    const cvr = secret === undefined ? undefined : await subscriptions.companyOf(secret);
    // Who has the secret is never turned away: behind a proxy a stranger's guesses come from the same address as everyone's calls.
    if (cvr === undefined) {
      const caller = context.req.socket.remoteAddress ?? '';
      await misses.consume(caller).catch((seen: unknown) => {
        throw tooMany(seen as RateLimiterRes);
      });
      throw new Problem(404, 'There is no such subscription.');
    }

    const source = `${publicUrl}${context.path}`;
    const text = await writeFeed(cvr, calendar, portal(), {
      source,
      reminderDays: parseReminder(context.querystring),
    });
    if (isKnown(context, entityTag(text))) return;
    context.type = 'text/calendar; charset=utf-8';
    context.set('Content-Disposition', 'inline; filename="frister.ics"');
    context.body = text;
  });

  return router;
}

/** Reads `paamindelse=7`; `undefined` where it is left out. @throws {Problem} 400 */
function parseReminder(query: string): number | undefined {
  const text = new URLSearchParams(query).get('paamindelse');
  if (text === null) return undefined;
  const days = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  const check = new FieldCheck();
  const message = `Write a number of days, 1 to ${mostReminderDays}.`;
  check.require(days >= 1 && days <= mostReminderDays, 'paamindelse', message);
  check.orThrow();
  return days;
}

function tooMany({msBeforeNext}: RateLimiterRes): Problem {
  const seconds = Math.ceil(msBeforeNext / 1000);
  return new Problem(429, 'Too many wrong addresses were tried.', {
    headers: {'Retry-After': String(seconds)},
  });
}
