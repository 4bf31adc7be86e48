/* The calendar feed, which apps read by a calendar link, for `interfaces.ts`. `feed.ts` has its content: if it depends
 * on something new, add that to `basis`, from which the `ETag` follows. Add an optional parameter to `query`. Calendar
 * apps store the URLs, so these must never change. */

import {z} from 'zod';

import type {Admit} from '../../http/admission.ts';
import {pathOf} from '../../http/target.ts';
import {Problem} from '../../problem.ts';
import {stream} from '../../http/reply.ts';
import {type CallerLimit, requireWithin} from '../../http/caller-limit.ts';
import {type Interface, operationsFor} from '../../operations/operation.ts';
import type {CurrentPortal} from '../../portal/portal.ts';
import type {CompanyCalendar} from '../company-calendar.ts';
import {feedDays, reminder, writeFeed} from './feed.ts';
import type {Links} from '../personal/links.ts';

export interface FeedServices {
  readonly calendar: CompanyCalendar;
  readonly links: Links;
  readonly portal: CurrentPortal;
  /** The service's public URL, for links in responses. */
  readonly publicUrl: string;
  /** Limits the requests in flight for the calendar links of a person. */
  readonly admit: Admit;
  /** Limits the requests for one calendar link in a minute. */
  readonly feedLimit: CallerLimit;
}

const operation = operationsFor<FeedServices, undefined>();

/** The feed that calendar apps poll. */
export const feedInterface: Interface<'anyone', FeedServices, undefined> = {
  tag: 'Calendar feed',
  description:
    'The deadlines of the companies of a calendar link as iCalendar (RFC 5545), for calendar apps.',
  caller: 'anyone',
  authorise: () => undefined,
  operations: [
    operation('hentKalender', 'get', '/calendar/1/abonnementer/{hemmelighed}.ics', {
      summary: 'Read the calendar feed',
      description:
        'Returns the deadlines of the link’s companies as iCalendar (RFC 5545), for calendar apps. Anyone who has the URL can read it. Hidden deadlines ' +
        'are left out.',
      parameters: [
        {
          name: 'hemmelighed',
          in: 'path',
          description: 'Secret part of the URL.',
          schema: z.string().meta({pattern: '^[\\w-]{43}$'}),
          example: 'uVQ0Zc2m4b8nYx1tK7sJr3pLwE6hGdFaTqBvCyXoIiM',
        },
      ],
      query: z.object({paamindelse: reminder('each deadline')}),
      response: {
        description: 'The calendar.',
        type: 'text/calendar',
        example: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n',
      },
      refusals: {
        400: '`paamindelse` is invalid.',
        404: 'There is no calendar feed at that URL.',
        429: 'Too many requests for this feed in a minute, or too many at once for the feeds of this person.',
        503: 'The store cannot be reached at the moment, or too many lists are read at once.',
      },
      async handle(
        {context, params: {hemmelighed = ''}, query},
        {calendar, links, portal, publicUrl, admit, feedLimit},
      ) {
        const link = await links.find(hemmelighed);
        if (!link) {
          throw new Problem(404, 'No calendar feed has this URL: the link is wrong, or it has ended.');
        }
        requireWithin(feedLimit(link.id), 'Too many requests for this feed.');
        admit(context, `feed:${link.owner}`);

        const reminderDays = query.paamindelse;
        const search = reminderDays === undefined ? '' : `?paamindelse=${reminderDays}`;
        const feed = {source: `${publicUrl}${pathOf(context)}${search}`, reminderDays};
        const current = portal();
        const reading = calendar.read({cvrs: link.virksomheder.map(({cvr}) => cvr)}, feedDays());
        return stream({
          produce: () => writeFeed(link, reading, current, feed),
          versions: () => reading.versions(),
          ...reading.length,
          basis: JSON.stringify([current.digest, feed.source, link.virksomheder]),
          headers: {
            'Content-Type': 'text/calendar; charset=utf-8',
            'Content-Disposition': 'inline; filename="frister.ics"',
          },
        });
      },
    }),
  ],
};
