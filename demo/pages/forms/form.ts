import {formatDate} from '../dates.ts';
import {fetchJson} from '../fetch-json.ts';
import type {Both} from '../language.ts';
import {readAs} from './send-as.ts';

/** An item of interface B's list. */
interface Item {
  titel: string;
  diaId: string;
  egetId: string;
  path: string;
}

/** The used fields of interface A's representation. */
interface ReadV1 {
  publiceretPaaProduktion: boolean;
  afpubliceretPaaProduktion: boolean;
  /** `yyyy-MM-ddTHH:mm:ss+0100` */
  publiceringsdato: string | null;
  udstillere: readonly {myndighedsnavn: string}[];
}

/** A form with its representations in both interfaces. */
export interface Form extends Item {
  readV1: ReadV1;
}

export const pathV1 = (diaId: string) => `/dia/1/formular/${encodeURIComponent(diaId)}`;

/** A form that was deleted while the demo ran. The demo keeps it, since no interface returns it. */
export interface DeletedForm {
  titel: string;
  diaId: string;
  egetId: string;
}

/** Reads the deleted forms of a supplier. */
export function readDeletedForms(cvr: string): Promise<DeletedForm[]> {
  return fetchJson<DeletedForm[]>(`leverandoerer/${cvr}/slettede`);
}

/** Reads up to `max` forms of a supplier, and the number of all its forms. */
export async function readForms(cvr: string, max: number): Promise<{forms: Form[]; count: number}> {
  const items = await readAs<Item[]>(cvr, `/dia/2/formular/${cvr}`);
  const forms = await Promise.all(
    items.slice(0, max).map(async item => ({...item, readV1: await readAs<ReadV1>(cvr, pathV1(item.diaId))})),
  );
  return {forms, count: items.length};
}

/** Dates of the registry are in Danish time. */
const danishDay: Intl.DateTimeFormatOptions = {dateStyle: 'long', timeZone: 'Europe/Copenhagen'};

export interface State {
  name: 'published' | 'unpublished' | 'scheduled' | 'none';
  text: Both;
  /** Date of publication, in the language of the page. */
  date?: string;
}

/** Returns the state of publication. */
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

/** Adds the colon that `Date` requires in the offset. */
function parseDatetime(text: string): Date {
  return new Date(text.replace(/(\d\d)$/, ':$1'));
}
