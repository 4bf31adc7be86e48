import type {DemoCertificates, Organisation} from './certificate-files.ts';
import type {SecureDoor} from './secure-door.ts';

/** The form suppliers of the demo's portal, who call interfaces A and B like any other. */
export interface Suppliers {
  readonly list: readonly Organisation[];
  /** Calls below `/dia/` with a supplier's certificate and gives back the answer; 404 for what is neither. */
  call(cvr: string, method: string, path: string, body: unknown): Promise<{status: number; body: unknown}>;
  /** Makes the sample variants, unless they are there. */
  supplyAll(): Promise<void>;
}

const dafolo = '61966617';

/** Variants of interface A, with what each of them shows. */
const samples = [
  {egetId: 'jord-1', masterId: 30272, titel: 'Anmeld jordflytning', valgteMyndigheder: [760, 492]},
  {egetId: 'grav-1', masterId: 30233, titel: 'Ansøg om gravetilladelse', valgteMyndigheder: [101, 751]},
  {
    egetId: 'plan-1',
    masterId: null,
    titel: 'Ansøg om dispensation',
    publiceringsdato: '2030-01-01',
    valgteMyndigheder: [101],
  },
  {
    egetId: 'gl-1',
    masterId: 5344,
    titel: 'Anmeld midlertidigt arrangement',
    publiceringsdato: '2015-01-01',
    valgteMyndigheder: [461],
  },
];

export function createSuppliers(
  list: readonly Organisation[],
  certificates: DemoCertificates,
  door: () => SecureDoor,
): Suppliers {
  const call: Suppliers['call'] = async (cvr, method, path, body) => {
    const supplier = list.find(known => known.cvr === cvr);
    if (!supplier || !path.startsWith('/dia/')) {
      return {
        status: 404,
        body: {status: 'Not Found', code: 404, message: 'There is no such supplier or path.'},
      };
    }
    return door().call(certificates.of(supplier), method, path, body);
  };

  return {
    list,
    call,

    async supplyAll() {
      for (const sample of samples) {
        const variant = {...sample, formularType: 'integration-ekstern-link', urlProd: 'https://example.dk/'};
        const {status, body} = await call(dafolo, 'POST', '/dia/1/formular', variant);
        // 400: it is there since an earlier run.
        if (status !== 201 && status !== 400) {
          throw new Error(`A form of the demo was refused: ${JSON.stringify(body)}`);
        }
      }
    },
  };
}
