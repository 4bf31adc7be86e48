import type {ViewContext} from './view-context.ts';

/** Returns the name of the month, of the year or years, or of the list. */
export function periodName({model, strings, formats}: ViewContext): string {
  const {agenda, listedPeriod} = model;
  const {day, listStart, shownView} = model.navigation;
  if (shownView === 'month') return formats.month(day);
  if (shownView === 'list') return strings.since(formats.date(agenda?.from ?? listStart));
  const years = [listedPeriod?.from, listedPeriod?.to].map(date => date?.slice(0, 4));
  return [...new Set(years)].join(' – ');
}
