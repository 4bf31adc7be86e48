import type {ViewContext} from './view-context.ts';

/** Returns the name of the month, or in the year view the year. */
export function periodName({model, formats}: ViewContext): string {
  return model.shownView === 'year' ? model.year : formats.month(model.day);
}
