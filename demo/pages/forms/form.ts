import {formatDate} from '../dates.ts';
import {fetchJson} from '../fetch-json.ts';
import type {Both} from '../language.ts';
import {readAs} from './call.ts';

/** An item of interface B's list. */
interface Item {
  titel: string;
  diaId: string;
  egetId: string;
  path: string;
}

/** What the page uses of interface A's read representation. */
interface ReadV1 {
  publiceretPaaProduktion: boolean;
  afpubliceretPaaProduktion: boolean;
  /** `yyyy-MM-ddTHH:mm:ss+0100` */
  publiceringsdato: string | null;
  udstillere: readonly {myndighedsnavn: string}[];
}

/** A form as both interfaces have it. */
export interface Form extends Item {
  readV1: ReadV1;
}

export const addressV1 = (diaId: string) => `/dia/1/formular/${encodeURIComponent(diaId)}`;

/** A form that was deleted while the demo ran: no interface shows it, so the demo's server remembers it. */
export interface DeletedForm {
  titel: string;
  diaId: string;
  egetId: string;
}

/** A supplier's forms that were deleted and have not returned. */
export function readDeletedForms(cvr: string): Promise<DeletedForm[]> {
  return fetchJson<DeletedForm[]>(`leverandoerer/${cvr}/slettede`);
}

/** A supplier's forms, read with its own certificate: at most `most` of them, and how many there are. */
export async function readForms(cvr: string, most: number): Promise<{forms: Form[]; count: number}> {
  const items = await readAs<Item[]>(cvr, `/dia/2/formular/${cvr}`);
  const forms = await Promise.all(
    items
      .slice(0, most)
      .map(async item => ({...item, readV1: await readAs<ReadV1>(cvr, addressV1(item.diaId))})),
  );
  return {forms, count: items.length};
}

/** The registry's days are Denmark's, wherever the reader is. */
const danishDay: Intl.DateTimeFormatOptions = {dateStyle: 'long', timeZone: 'Europe/Copenhagen'};

export interface State {
  name: 'published' | 'unpublished' | 'scheduled' | 'none';
  text: Both;
  /** When it is to be published, as the reader writes it. */
  date?: string;
}

/** Where a form is on its way to the public. */
export function stateOf({
  publiceretPaaProduktion,
  afpubliceretPaaProduktion,
  publiceringsdato,
}: ReadV1): State {
  if (publiceretPaaProduktion) return {name: 'published', text: {da: 'Publiceret', en: 'Published'}};
  if (afpubliceretPaaProduktion) return {name: 'unpublished', text: {da: 'Afpubliceret', en: 'Unpublished'}};
  const date = publiceringsdato === null ? undefined : parseDatetime(publiceringsdato);
  if (date && date.getTime() > Date.now()) {
    return {name: 'scheduled', text: {da: 'Planlagt', en: 'Scheduled'}, date: formatDate(date, danishDay)};
  }
  return {name: 'none', text: {da: 'Ikke publiceret', en: 'Not published'}};
}

/** The standard format of dates asks for a colon in the offset. */
function parseDatetime(text: string): Date {
  return new Date(text.replace(/(\d\d)$/, ':$1'));
}
