import {fetchJson, once, simulateFailures} from '../requests.ts';
import {notify} from '../settings.ts';

/** A supplier of forms. */
export interface Supplier {
  cvr: string;
  navn: string;
}

/** A form with its representations in interfaces A and B, and the fields of A that the page shows. */
export interface Form {
  titel: string;
  diaId: string;
  egetId: string;
  path: string;
  readV1: {
    publiceretPaaProduktion: boolean;
    afpubliceretPaaProduktion: boolean;
    /** `yyyy-MM-ddTHH:mm:ss+0100` */
    publiceringsdato: string | null;
    udstillere: readonly {myndighedsnavn: string}[];
  };
  readV2: object;
}

/** The suppliers; none until they are loaded. */
export let suppliers: readonly Supplier[] = [];

export const loadSuppliers = once(async () => {
  suppliers = await fetchJson<Supplier[]>('leverandoerer');
  notify();
});

/** Reads the forms of a supplier. */
export async function readForms(cvr: string): Promise<Form[]> {
  await simulateFailures();
  return fetchJson<Form[]>(`leverandoerer/${cvr}/formularer`);
}
