import {fetchJson, send, simulateFailures} from '../requests.ts';
import {notify} from '../settings.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A supplier of forms. The demo has its certificate. */
export interface Supplier {
  cvr: string;
  navn: string;
  /** CVR numbers of suppliers that it may act for in interface B. */
  paaVegneAf: readonly string[];
}

/** A form in the list of interface B. The demo keeps those that were deleted while it ran, since no interface returns them. */
export interface ListedForm {
  titel: string;
  diaId: string;
  egetId: string;
}

/** A form with the used fields of its representation in interface A. */
export interface Form extends ListedForm {
  path: string;
  readV1: {
    publiceretPaaProduktion: boolean;
    afpubliceretPaaProduktion: boolean;
    /** `yyyy-MM-ddTHH:mm:ss+0100` */
    publiceringsdato: string | null;
    udstillere: readonly {myndighedsnavn: string}[];
  };
}

/** The suppliers; none until they are loaded. */
export let suppliers: readonly Supplier[] = [];

/** Fetches the suppliers once. Retries after a failure. */
export async function loadSuppliers(): Promise<void> {
  if (suppliers.length) return;
  suppliers = await fetchJson<Supplier[]>('leverandoerer');
  notify();
}

/** Returns a supplier's name, or its CVR number if the name is unknown. */
export function supplierName(cvr: string): string {
  return suppliers.find(supplier => supplier.cvr === cvr)?.navn ?? cvr;
}

/**
 * Sends a request to interface A or B through the demo, which adds the supplier's certificate.
 *
 * @param caller The supplier's CVR number.
 * @param body A JSON value. Default: no body.
 * @throws Without a response.
 */
export async function sendAs(caller: string, method: Method, path: string, body?: unknown) {
  await simulateFailures();
  const response = await send('kald', {som: caller, method, path, body});
  return {status: response.status, body: (await response.json()) as unknown};
}

/**
 * Reads as a supplier.
 *
 * @throws If the status is not 200.
 */
export async function readAs<Body>(caller: string, path: string): Promise<Body> {
  const {status, body} = await sendAs(caller, 'GET', path);
  if (status !== 200) throw new Error(`${path} returned ${status}.`);
  return body as Body;
}

export const pathV1 = (diaId: string) => `/dia/1/formular/${encodeURIComponent(diaId)}`;

/** Reads up to `max` forms of a supplier, the number of all its forms, and its deleted forms. */
export async function readForms(cvr: string, max: number) {
  const items = await readAs<Omit<Form, 'readV1'>[]>(cvr, `/dia/2/formular/${cvr}`);
  const forms = await Promise.all(
    items.slice(0, max).map(async item => {
      return {...item, readV1: await readAs<Form['readV1']>(cvr, pathV1(item.diaId))};
    }),
  );
  const deleted = await fetchJson<ListedForm[]>(`leverandoerer/${cvr}/slettede`);
  return {cvr, forms, count: items.length, deleted};
}
