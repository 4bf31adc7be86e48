import {companyName} from '../model/company-names.ts';
import type {ViewContext} from './view-context.ts';

/** Returns the name of a deadline's company where the calendar shows several; '' where it shows one. */
export function companyOf({cvr}: {readonly cvr: string}, {model, names}: ViewContext): string {
  return model.companies?.areSeveral ? companyName(cvr, names) : '';
}
