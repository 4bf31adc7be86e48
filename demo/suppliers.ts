import type {DemoCertificates, Organisation} from './certificate-files.ts';
import {createDeletedForms, type DeletedForm} from './deleted-forms.ts';
import type {SecureDoor} from './secure-door.ts';

/** A form supplier, and the CVR numbers of those whom it may act for. */
export interface Supplier extends Organisation {
  readonly paaVegneAf: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The form suppliers of the demo's portal, who call interfaces A and B like any other. */
export interface Suppliers {
  readonly list: readonly Supplier[];
  /** Calls below `/dia/` with a supplier's certificate and gives back the answer; 404 for what is neither. */
  call(cvr: string, method: string, path: string, body: unknown): Promise<Answer>;
  /** A supplier's variants that were deleted by such calls. */
  deleted(cvr: string): readonly DeletedForm[];
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
    masterId: 30401,
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

/** One that its supplier has withdrawn. */
const withdrawn = {
  egetId: 'hund-1',
  masterId: 30512,
  titel: 'Anmeld hund i butik',
  valgteMyndigheder: [101],
};

export function createSuppliers(
  list: readonly Supplier[],
  certificates: DemoCertificates,
  door: () => SecureDoor,
): Suppliers {
  const deleted = createDeletedForms();

  const call: Suppliers['call'] = async (cvr, method, path, body) => {
    const supplier = list.find(known => known.cvr === cvr);
    if (!supplier || !isBelowForms(path)) {
      return {
        status: 404,
        body: {status: 'Not Found', code: 404, message: 'There is no such supplier or path.'},
      };
    }
    const send = (method: string, path: string, body?: unknown) =>
      door().call(certificates.of(supplier), method, path, body);

    const about = method === 'GET' ? undefined : subjectOf(cvr, path, body);
    const before = about && method === 'DELETE' ? await send('GET', addressOf(about)) : undefined;
    const answer = await send(method, path, body);
    if (about && answer.status < 300) {
      if (before?.status === 200) {
        const {titel, diaId} = before.body as DeletedForm;
        deleted.add(about.cvr, {egetId: about.egetId, titel, diaId});
      } else {
        deleted.forget(about.cvr, about.egetId);
      }
    }
    return answer;
  };

  async function supply(sample: {egetId: string}): Promise<void> {
    const variant = {...sample, formularType: 'integration-ekstern-link', urlProd: 'https://example.dk/'};
    const {status, body} = await call(dafolo, 'POST', '/dia/1/formular', variant);
    // 400: it is there since an earlier run.
    if (status !== 201 && status !== 400) {
      throw new Error(`A form of the demo was refused: ${JSON.stringify(body)}`);
    }
  }

  return {
    list,
    call,
    deleted: cvr => deleted.of(cvr),

    async supplyAll() {
      for (const sample of [...samples, withdrawn]) await supply(sample);
      await call(dafolo, 'DELETE', `/dia/1/formular/${withdrawn.egetId}`, undefined);
    },
  };
}

/** Whether a path is one of interfaces A and B, also after `..` in it is resolved. */
function isBelowForms(path: string): boolean {
  const base = 'https://localhost';
  return URL.canParse(path, base) && new URL(path, base).href.startsWith(`${base}/dia/`);
}

interface Subject {
  readonly cvr: string;
  readonly egetId: string;
}

/** The variant that a change is about; in interface A it is the caller's own. */
function subjectOf(caller: string, path: string, body: unknown): Subject | undefined {
  const [, cvr = caller, id] = /^\/dia\/(?:1\/formular|2\/formular\/(\d{8}))(?:\/([^/]+))?$/.exec(path) ?? [];
  const egetId = id === undefined ? (body as {egetId?: unknown} | undefined)?.egetId : decode(id);
  return typeof egetId === 'string' ? {cvr, egetId} : undefined;
}

/** Interface B reads variants of A, too. */
function addressOf({cvr, egetId}: Subject): string {
  return `/dia/2/formular/${cvr}/${encodeURIComponent(egetId)}`;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
