import {type Exchange, exchange, fetchJson, once} from '../requests.ts';
import {notify} from '../settings.ts';

/** A supplier of forms. The demo has its certificate. */
export interface Supplier {
  cvr: string;
  navn: string;
  /** CVR numbers of suppliers that it may act for in interface B. */
  paaVegneAf: readonly string[];
}

/** A form with the used fields of its representation in interface A. */
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
}

/** The suppliers; none until they are loaded. */
export let suppliers: readonly Supplier[] = [];

export const loadSuppliers = once(async () => {
  suppliers = await fetchJson<Supplier[]>('leverandoerer');
  notify();
});

/** Returns a supplier's name, or its CVR number if the name is unknown. */
export function supplierName(cvr: string): string {
  return suppliers.find(supplier => supplier.cvr === cvr)?.navn ?? cvr;
}

/** A request to interface A or B. */
export interface SupplierRequest {
  /** The supplier's CVR number. */
  readonly caller: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

/** Sends a request with the supplier's certificate. Never rejects. */
export function sendAs({caller, method, path}: SupplierRequest, body?: unknown): Promise<Exchange> {
  return exchange('kald', {som: caller, method, path, body});
}

/**
 * Reads as a supplier.
 *
 * @throws If the status is not 200.
 */
export async function readAs<Body>(caller: string, path: string): Promise<Body> {
  const {status, body} = await sendAs({caller, method: 'GET', path});
  if (status !== 200) throw new Error(`${path} returned ${status}.`);
  return body as Body;
}

export const pathV1 = (diaId: string) => `/dia/1/formular/${encodeURIComponent(diaId)}`;

/** Reads the forms of a supplier. */
export async function readForms(cvr: string): Promise<Form[]> {
  const items = await readAs<Omit<Form, 'readV1'>[]>(cvr, `/dia/2/formular/${cvr}`);
  return Promise.all(
    items.map(async item => ({...item, readV1: await readAs<Form['readV1']>(cvr, pathV1(item.diaId))})),
  );
}
