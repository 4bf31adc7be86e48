import {memoize} from '../memoize.ts';
import type {Portal} from '../portal/portal.ts';
import {DataLost} from '../store/data-lost.ts';
import {formatDate} from '../time/dates.ts';
import type {CompanyFristItem, CreatedFrist, FristItem, SingleFrist, UpdatedFrist} from './responses.ts';
import type {CompanyFrist} from './company/company.ts';
import type {DeadlineWithRecipients} from './authority/deliveries.ts';
import type {Frist, Recipients} from './records.ts';

/** A deadline in an authority's list. */
export function toItem(frist: Frist, portal: Portal): FristItem {
  const {fristId, afsenderCvr, fristDato, overskrift, beskrivelse} = frist;
  // The stored name is for an authority that has left the portal file.
  const afsenderNavn = portal.authorities.get(afsenderCvr)?.navn ?? frist.afsenderNavn ?? afsenderCvr;
  return {fristId, afsenderCvr, afsenderNavn, fristDato: formatDate(fristDato), overskrift, beskrivelse};
}

/** The response to a POST. */
export function toCreated(frist: Frist, portal: Portal): CreatedFrist {
  return {...toItem(frist, portal), antalModtagere: frist.antal ?? portal.companies};
}

/** Returns whether the store has lost the recipients of a deadline. */
export function hasLostRecipients({recipients}: DeadlineWithRecipients): boolean {
  return recipients?.length === 0;
}

/** The response to a GET of one. @throws {DataLost} when its recipients are lost: an empty text would say that it goes to all. */
export function toSingle(own: DeadlineWithRecipients, portal: Portal): SingleFrist {
  const {frist, recipients} = own;
  if (hasLostRecipients(own)) {
    throw new DataLost(
      `The recipients of deadline ${frist.fristId} are lost. Send a PUT that names them, or ask the operator to restore a backup.`,
    );
  }
  const {beskrivelse, ...item} = toItem(frist, portal);
  return {...item, modtagere: joined(recipients), beskrivelse};
}

/** The response to a PUT: an update makes a deadline unread and unhidden for everyone. */
export function toUpdated(own: DeadlineWithRecipients, portal: Portal): UpdatedFrist {
  return {...toSingle(own, portal), isLaest: false, isSlettet: false};
}

/** A deadline in a company's calendar. */
export function toCompanyItem({frist, isLaest, isSlettet}: CompanyFrist, portal: Portal): CompanyFristItem {
  return {...toItem(frist, portal), isLaest, isSlettet};
}

/** The JSON of {@link toItem}. */
export function toItemText(frist: Frist, portal: Portal): string {
  return itemTexts(portal)(frist);
}

/** The JSON of {@link toCompanyItem}. */
export function toCompanyItemText(own: CompanyFrist, portal: Portal): string {
  const texts = companyTexts(portal)(own.frist);
  return (texts[Number(own.isLaest) + 2 * Number(own.isSlettet)] ??= JSON.stringify(
    toCompanyItem(own, portal),
  ));
}

const itemTexts = memoize((portal: Portal) =>
  memoize((frist: Frist) => JSON.stringify(toItem(frist, portal))),
);

/** Cached JSON by marks: a deadline is serialized once for all companies. */
const companyTexts = memoize<Portal, (frist: Frist) => string[]>(() => memoize(() => []));

function joined(recipients: Recipients): string {
  return recipients?.join(',') ?? '';
}
