import {fetchJson} from '../fetch-json.ts';
import type {Both} from '../language.ts';

/** A supplier of forms. The demo has its certificate. */
export interface Supplier {
  cvr: string;
  navn: string;
  /** CVR numbers of suppliers that it may act for in interface B. */
  paaVegneAf: readonly string[];
}

let suppliers: readonly Supplier[] = [];

/** Fetches the suppliers once. Retries after a failure. */
export async function loadSuppliers(): Promise<readonly Supplier[]> {
  if (!suppliers.length) suppliers = await fetchJson<Supplier[]>('leverandoerer');
  return suppliers;
}

/** Returns a sentence for each supplier that may act for others. */
export function grantedRights(): Both[] {
  return suppliers
    .filter(({paaVegneAf}) => paaVegneAf.length)
    .map(({navn, paaVegneAf}) => {
      const others = paaVegneAf.map(supplierName);
      return {
        da: `${navn} må kalde på vegne af ${others.join(' og ')}.`,
        en: `${navn} may act on behalf of ${others.join(' and ')}.`,
      };
    });
}

/** Returns a supplier's name, or its CVR number if the name is unknown. */
export function supplierName(cvr: string): string {
  return suppliers.find(supplier => supplier.cvr === cvr)?.navn ?? cvr;
}
