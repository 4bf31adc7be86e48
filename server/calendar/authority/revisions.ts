/* The first version of a deadline and the versions after updates, for `deliveries.ts` and interface C. Add a field to
 * `contentOf`, and to `visibleFields` if companies see it: a change of these must start a new revision. Another date or
 * other recipients must start a new delivery. */

import {toPlainText} from '../../html/plain-text.ts';
import {CvrSet} from '../../identity/cvr.ts';
import {newToken} from '../../store/document-codec.ts';
import type {FristRecord, Recipients} from '../records.ts';
import {writeFeedLines} from '../feed/icalendar.ts';
import type {Delivery, FristInput} from './schema.ts';

/** Returns the recipients of an input: `null`, for all companies, if it names none. */
export const toRecipients = ({modtagere}: FristInput): Recipients => (modtagere.length ? modtagere : null);

/** Returns the first version of a deadline. */
export function newRecord(afsenderCvr: string, input: Delivery): FristRecord {
  return {
    ...contentOf(input),
    afsenderCvr,
    delivery: newToken(),
    revision: 0,
    aendret: new Date().toISOString(),
  };
}

/**
 * Returns a deadline after an update: a new revision if a visible field has changed, a new delivery if the date or the recipients have.
 *
 * @param hasOtherRecipients Whether its recipients changed.
 */
export function updatedRecord(
  current: FristRecord,
  input: Delivery,
  hasOtherRecipients: boolean,
): FristRecord {
  const {afsenderCvr, delivery, revision, dateRevision, aendret, recipientsChangedAt} = current;
  const now = new Date().toISOString();
  const changedAt = hasOtherRecipients ? now : recipientsChangedAt;
  // An omitted link stays.
  const content = contentOf({
    ...input,
    link: input.link === undefined ? current.link : input.link,
  });
  const seen = visibleFields.some(field => content[field] !== current[field]);
  // A new name of the sender changes the event in feeds, but does not make a read deadline unread.
  const isRevised = seen || content.afsenderNavn !== current.afsenderNavn;
  const isMoved = input.fristDato !== current.fristDato;
  const movedIn = isMoved ? revision + 1 : dateRevision;
  return {
    ...content,
    afsenderCvr,
    delivery: hasOtherRecipients || isMoved ? newToken() : delivery,
    revision: seen ? revision + 1 : revision,
    ...(movedIn !== undefined && {dateRevision: movedIn}),
    aendret: isRevised ? now : aendret,
    ...(changedAt !== undefined && {recipientsChangedAt: changedAt}),
  };
}

/** The fields whose change companies see. */
export const visibleFields = ['overskrift', 'beskrivelse', 'link', 'fristDato'] as const;

function contentOf({fristDato, overskrift, beskrivelse, link, modtagere, afsenderNavn}: Delivery) {
  return {
    fristDato,
    overskrift,
    beskrivelse,
    ...(link ? {link} : {}),
    feedDescription: writeFeedLines(toPlainText(beskrivelse), link),
    antal: modtagere.length || null,
    afsenderNavn,
  };
}

/** Returns whether two lists name the same companies, in any order. */
export function sameRecipients(one: Recipients, other: Recipients): boolean {
  if (!one || !other) return one === other;
  if (one.length !== other.length) return false;
  const known = new CvrSet();
  for (const cvr of one) known.add(cvr);
  return other.every(cvr => known.has(cvr));
}
