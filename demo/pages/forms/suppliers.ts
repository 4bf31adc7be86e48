import {fetchJson} from '../fetch-json.ts';

/** A supplier of forms, whose certificate the demo's server keeps. */
export interface Supplier {
  cvr: string;
  navn: string;
}

let suppliers: readonly Supplier[] = [];

/** Fetches the suppliers until that has succeeded once. */
export async function loadSuppliers(): Promise<readonly Supplier[]> {
  if (!suppliers.length) suppliers = await fetchJson<Supplier[]>('leverandoerer');
  return suppliers;
}

/** A supplier's name, or its CVR number where the name is not known. */
export function supplierName(cvr: string): string {
  return suppliers.find(supplier => supplier.cvr === cvr)?.navn ?? cvr;
}
