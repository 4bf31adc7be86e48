import {entityTag} from '../../http/etag.ts';
import type {Portal} from '../../portal/portal.ts';
import type {Frist, Recipients} from '../records.ts';
import {type CreatedFrist, type SingleFrist, toItem, toItemText, type UpdatedFrist} from '../responses.ts';
import type {DeadlineWithRecipients} from './deliveries.ts';

/** The response to a POST. */
export function toCreated(frist: Frist, portal: Portal): CreatedFrist {
  return {...toItem(frist, portal), antalModtagere: frist.antal ?? portal.companies};
}

/** The response to a GET of one. */
export function toSingle({frist, recipients}: DeadlineWithRecipients, portal: Portal): SingleFrist {
  const {beskrivelse, ...item} = toItem(frist, portal);
  return {...item, modtagere: joined(recipients), beskrivelse};
}

/**
 * Returns the entity tag of {@link toSingle} without its recipients, of which there may be a million: each delivery has another list,
 * which never changes.
 */
export function tagOfSingle(frist: Frist, portal: Portal): string {
  return entityTag(`${frist.delivery} ${toItemText(frist, portal)}`);
}

/** Returns the bytes that {@link toSingle} of a deadline with recipients occupies until it is sent: its text, and the copy of the connection. */
export function singleBytes({antal}: Frist): number {
  return 2 * (antal ?? 0) * cvrBytes;
}

/** A CVR number and a comma. */
const cvrBytes = 9;

/** The response to a PUT: an update makes a deadline unread and unhidden for everyone. */
export function toUpdated(own: DeadlineWithRecipients, portal: Portal): UpdatedFrist {
  return {...toSingle(own, portal), isLaest: false, isSlettet: false};
}

function joined(recipients: Recipients): string {
  return recipients?.join(',') ?? '';
}
