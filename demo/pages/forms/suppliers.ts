import {fetchJson} from '../fetch-json.ts';
import type {Both} from '../language.ts';

/** A supplier of forms, whose certificate the demo's server keeps. */
export interface Supplier {
  cvr: string;
  navn: string;
  /** CVR numbers of those whom it may act for in interface B. */
  paaVegneAf: readonly string[];
}

let suppliers: readonly Supplier[] = [];

/** Fetches the suppliers until that has succeeded once. */
export async function loadSuppliers(): Promise<readonly Supplier[]> {
  if (!suppliers.length) suppliers = await fetchJson<Supplier[]>('leverandoerer');
  return suppliers;
}

/** One sentence for each supplier that may act for others. */
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

/** A supplier's name, or its CVR number where the name is not known. */
export function supplierName(cvr: string): string {
  return suppliers.find(supplier => supplier.cvr === cvr)?.navn ?? cvr;
}
