/** The deadlines that the mail of a person names on a day, for `morning.ts`. `key` says which deadlines the mail lists as one. `message.ts` has the texts. */
import type {Portal} from '../../portal/portal.ts';
import {addDays, type IsoDate} from '../../time/dates.ts';
import type {CompanyCalendar} from '../company-calendar.ts';
import type {DueGroup} from './message.ts';
import type {ReminderRecord} from './reminders.ts';

/** Returns the deadlines for which a person wants a mail on `date`, in groups of equal ones, by date. */
export async function readDue(
  calendar: CompanyCalendar,
  portal: Portal,
  {virksomheder, dage}: ReminderRecord,
  date: IsoDate,
): Promise<DueGroup[]> {
  if (!virksomheder.length || !dage.length) return [];
  const names = new Map(virksomheder.map(({cvr, navn}) => [cvr, navn ?? `CVR ${cvr}`]));
  const dates = new Set(dage.map(days => addDays(date, days)));
  const days = {fra: addDays(date, Math.min(...dage)), til: addDays(date, Math.max(...dage))};
  const groups = new Map<string, DueGroup & {readonly companies: Map<string, string>}>();
  const reading = calendar.read({cvrs: [...names.keys()]}, days);
  for await (const page of reading.list({includeHidden: false, includeDone: false})) {
    for (const {frist, companies} of page) {
      if (!dates.has(frist.fristDato)) continue;
      const {fristDato, afsenderCvr, overskrift, link, fristId} = frist;
      const key = JSON.stringify([fristDato, afsenderCvr, overskrift, link]);
      const own = link ?? portal.calendarPage(fristId, companies[0]?.cvr ?? '');
      const target = own ?? portal.url;
      const group = groups.get(key) ?? {
        date: fristDato,
        title: overskrift,
        sender: frist.afsenderNavn,
        companies: new Map<string, string>(),
        // Mail programs end a URL at a space, which `href` encodes.
        url: target && new URL(target).href,
        opens: own === undefined ? 'portal' : 'deadline',
      };
      if (names.size > 1) for (const {cvr} of companies) group.companies.set(cvr, names.get(cvr) ?? cvr);
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  );
}
