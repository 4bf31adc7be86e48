import {memoize} from '../../memoize.ts';
import type {Portal} from '../../portal/portal.ts';
import type {CompanyFrist} from '../company-calendar.ts';
import type {Frist} from '../records.ts';
import {toItem} from '../representations.ts';
import type {CompanyFristItem} from '../responses.ts';

/** A deadline in a company's calendar. */
export function toCompanyItem({frist, isLaest, isSlettet}: CompanyFrist, portal: Portal): CompanyFristItem {
  return {...toItem(frist, portal), isLaest, isSlettet};
}

/** The JSON of {@link toCompanyItem}. */
export function toCompanyItemText(own: CompanyFrist, portal: Portal): string {
  const texts = companyTexts(portal)(own.frist);
  return (texts[Number(own.isLaest) + 2 * Number(own.isSlettet)] ??= JSON.stringify(
    toCompanyItem(own, portal),
  ));
}

/** Cached JSON by marks: a deadline is serialized once for all companies. */
const companyTexts = memoize<Portal, (frist: Frist) => string[]>(() => memoize(() => []));
