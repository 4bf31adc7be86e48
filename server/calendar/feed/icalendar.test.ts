import fc from 'fast-check';
import ical from 'ical.js';
import {describe, expect, it} from 'vitest';

import {anyCharacter} from '../../testing/any-character.ts';
import {formatDatetime, parseDatetime} from '../../time/datetime.ts';
import {
  type CalendarEvent,
  calendarEnd,
  writeCalendarStart,
  writeEvent,
  writeFeedLines,
} from './icalendar.ts';

const event: CalendarEvent = {
  uid: 'frist-1@tavle.example.dk',
  date: '2026-12-31',
  sequence: 0,
  changed: '2026-11-21T12:34:56.789Z',
  summary: 'Moms',
  lines: writeFeedLines('Betal'),
  categories: ['Skattestyrelsen'],
  cancelled: false,
};
const start = writeCalendarStart({
  name: 'Frister',
  source: 'https://tavle.example.dk/calendar/1/abonnementer/x.ics',
});
const writeCalendar = (changes: Partial<CalendarEvent> = {}, reminderDays?: number): string =>
  start + writeEvent({...event, ...changes}, reminderDays) + calendarEnd;

const parse = (text: string) =>
  new ical.Component(ical.parse(text) as unknown[]).getFirstSubcomponent('vevent');

describe('a calendar', () => {
  it('has the exact format', () => {
    expect(writeCalendar({}, 7).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Tavle//Frister//DA',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Frister',
      'X-WR-CALNAME:Frister',
      'SOURCE;VALUE=URI:https://tavle.example.dk/calendar/1/abonnementer/x.ics',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'X-PUBLISHED-TTL:PT12H',
      'BEGIN:VEVENT',
      'UID:frist-1@tavle.example.dk',
      'DTSTAMP:20261121T123456Z',
      'LAST-MODIFIED:20261121T123456Z',
      'SEQUENCE:0',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Moms',
      'DESCRIPTION:Betal',
      'CATEGORIES:Skattestyrelsen',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Moms',
      'TRIGGER:-P6DT15H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('can be empty', () => {
    expect(() => ical.parse(start + calendarEnd) as unknown).not.toThrow();
  });

  it.each([
    ['2027-03-27', '20270328'],
    ['2027-03-28', '20270329'],
    ['2026-10-25', '20261026'],
    ['2028-02-28', '20280229'],
    ['2028-02-29', '20280301'],
  ])('ends the day %s before %s, whatever the clocks do', (date, end) => {
    expect(writeCalendar({date})).toContain(`DTEND;VALUE=DATE:${end}\r\n`);
  });

  it.each([
    ['2027-01-05', 7, ':-P6DT15H', '20261229T080000Z'],
    ['2027-07-05', 1, ':-PT15H', '20270704T070000Z'],
    ['2027-03-28', 1, ':-PT15H', '20270327T080000Z'],
    ['2027-03-29', 1, ':-PT15H', '20270328T070000Z'],
    ['2027-03-29', 2, ';VALUE=DATE-TIME:20270327T080000Z', '20270327T080000Z'],
    ['2027-04-03', 7, ';VALUE=DATE-TIME:20270327T080000Z', '20270327T080000Z'],
    ['2026-10-26', 1, ':-PT15H', '20261025T080000Z'],
    ['2026-10-31', 7, ';VALUE=DATE-TIME:20261024T070000Z', '20261024T070000Z'],
  ])('reminds of %s %d days before with TRIGGER%s, at 9:00 Danish time', (date, days, written, time) => {
    const text = writeCalendar({date}, days);
    expect(text).toContain(`TRIGGER${written}\r\n`);
    const [alarm] = parse(text)?.getAllSubcomponents('valarm') ?? [];
    const trigger = alarm?.getFirstPropertyValue('trigger') as ical.Time | ical.Duration;
    const midnight = parseDatetime(date) ?? NaN;
    const moment =
      trigger instanceof ical.Duration
        ? midnight + trigger.toSeconds() * 1_000
        : trigger.toJSDate().getTime();
    expect(new Date(moment).toISOString().replace(/[-:]|\.000/g, '')).toBe(time);
    expect(formatDatetime(moment)).toContain('T09:00:00');
  });

  const anyText = fc.oneof(
    fc.string({unit: anyCharacter, maxLength: 300}),
    fc.string({
      // With the last character of two octets in UTF-8, and the first one of three.
      unit: fc.constantFrom(
        'æ',
        '\u07ff',
        '\u0800',
        '🚢',
        '\\',
        ';',
        ',',
        ':',
        '"',
        '\n',
        '\r',
        ' ',
        '\t',
        'n',
        'a',
      ),
      maxLength: 300,
    }),
  );

  it('has lines of at most 75 octets, of whole characters, with CRLF, for any text', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.option(fc.webUrl(), {nil: undefined}),
        (summary, description, page) => {
          const text = writeCalendar({summary, lines: writeFeedLines(description, page), page});
          expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
          for (const line of text.split('\r\n')) {
            expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
            expect(line).not.toMatch(/[\r\n]/);
            expect(line.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });

  it('has no line separators except CRLF', () => {
    const text = 'Moms\x85END:VEVENT\u2028UID:evil\u2029\x0bA\x0cB\x1cC\x1dD\x1eE\x9bF';
    const lines = writeCalendar({summary: text, lines: writeFeedLines(text), categories: [text]});
    expect(lines.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(lines).toContain('SUMMARY:Moms\\nEND:VEVENT\\nUID:evil\\nABCDEF\r\n');
  });

  it('prevents texts from adding properties or ending the event', () => {
    fc.assert(
      fc.property(anyText, text => {
        const attack = `${text}\r\nEND:VEVENT\nATTACH:http://evil.example\r${text}`;
        const parsed = parse(writeCalendar({summary: attack, categories: [attack]}));
        expect(parsed?.getFirstProperty('attach')).toBeNull();
        expect(parsed?.getFirstPropertyValue('status')).toBe('CONFIRMED');
      }),
    );
  });

  const page = 'https://virksomhed.example.dk/kalender?virksomhed=24256790&frist=1';
  const link = `https://skat.example.dk/moms/${'a'.repeat(80)}?valg=1,2;3`;
  it.each([
    ['Betal', link, page, link, `Betal\n\nLink: ${link}\n\nSe fristen: ${page}`],
    ['Betal', link, undefined, link, `Betal\n\nLink: ${link}`],
    ['Betal', undefined, page, page, `Betal\n\nSe fristen: ${page}`],
    ['', link, page, link, `Link: ${link}\n\nSe fristen: ${page}`],
    ['', undefined, page, page, `Se fristen: ${page}`],
    ['Betal', undefined, undefined, null, 'Betal'],
    ['', undefined, undefined, null, null],
    [
      '',
      'https://skat.example.dk/år',
      undefined,
      'https://skat.example.dk/%C3%A5r',
      'Link: https://skat.example.dk/%C3%A5r',
    ],
  ])(
    'with the text %j, the link %s and the page %s has the URL %s',
    (text, own, portalPage, url, description) => {
      const parsed = parse(writeCalendar({lines: writeFeedLines(text, own), page: portalPage}));
      expect(parsed?.getFirstPropertyValue('url')).toBe(url);
      expect(parsed?.getFirstPropertyValue('description')).toBe(description);
    },
  );

  it('is parsed to the same text', () => {
    // Replaces what RFC 5545 can't carry: most control characters, halves of surrogate pairs, other line ends.
    const carried = (text: string) =>
      text
        .toWellFormed()
        .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
        // oxlint-disable-next-line no-control-regex -- See above.
        .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');
    fc.assert(
      fc.property(anyText, description => {
        fc.pre(carried(description) !== '');
        const parsed = parse(writeCalendar({lines: writeFeedLines(description)}));
        expect(parsed?.getFirstPropertyValue('description')).toBe(carried(description));
      }),
    );
  });
});
