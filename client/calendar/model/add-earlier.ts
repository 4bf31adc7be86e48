import type {Agenda} from './agenda.ts';
import type {Deadlines} from './deadlines.ts';
import type {Frist} from './frist.ts';
import {monthsBefore} from './periods.ts';

/** The periods that are added before a list, in months: the longer one if the shorter one has no deadline. */
const monthsBack = [3, 24];

/** Adds the deadlines of the months before a list: of three months, or if none of these matches, of two years more. @throws {ApiError} */
export async function addEarlier(
  agenda: Agenda,
  deadlines: Deadlines,
  matches: (frist: Frist) => boolean,
): Promise<void> {
  const {start} = agenda;
  for (const months of monthsBack) {
    const period = monthsBefore(agenda.from, months);
    await deadlines.addPeriod(period);
    // The list has another first day now.
    if (start !== agenda.start) return;
    agenda.from = period.from;
    if (deadlines.within(period)?.some(matches)) return;
  }
}
