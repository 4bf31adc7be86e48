import {companyName} from '../../frist/model/company-names.ts';
import type {ViewContext} from './view-context.ts';

/** Returns the name of a deadline's company in a calendar of several; otherwise ''. */
export function companyOf({cvr}: {readonly cvr: string}, {model, names}: ViewContext): string {
  return model.companies?.areSeveral ? companyName(cvr, names) : '';
}
