import type {DemoCertificates, Organisation} from './certificate-files.ts';
import {createDeletedForms, type DeletedForm} from './deleted-forms.ts';
import {municipalForms, stateForms, withdrawnForm} from './sample-forms.ts';
import type {MtlsServer} from './mtls-server.ts';

/** A form supplier, and the CVR numbers of those whom it may act for. */
export interface Supplier extends Organisation {
  readonly paaVegneAf: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The form suppliers of the demo's portal, which send requests to interfaces A and B like any other. */
export interface Suppliers {
  readonly list: readonly Supplier[];
  /** Sends a request below `/dia/` with a supplier's certificate and returns the response; 404 for other paths. */
  call(cvr: string, method: string, path: string, body: unknown): Promise<Answer>;
  /** A supplier's variants that were deleted by such calls. */
  deleted(cvr: string): readonly DeletedForm[];
  /** Creates the sample variants, unless they exist. @param urlProd URL of the page that all of them start. */
  supplyAll(urlProd: string): Promise<void>;
}

const dafolo = '61966617';

export function createSuppliers(
  list: readonly Supplier[],
  certificates: DemoCertificates,
  mtlsServer: () => MtlsServer,
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
      mtlsServer().call(certificates.of(supplier), method, path, body);

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

  const supply = async (method: string, path: string, variant: object) => {
    const {status, body} = await call(dafolo, method, path, variant);
    // 400: it exists since an earlier run.
    if (!(method === 'POST' ? [201, 400] : [200, 201]).includes(status)) {
      throw new Error(`A form of the demo was refused: ${JSON.stringify(body)}`);
    }
  };

  /** Creates a variant that is missing, and corrects the URL of its solution when the demo was on another port before. */
  const provide = async (
    method: string,
    target: string,
    path: string,
    variant: {readonly urlProd: string},
  ) => {
    const {status, body} = await call(dafolo, 'GET', path, undefined);
    if (status === 404) return supply(method, target, variant);
    const {urlProd} = body as {urlProd?: string};
    if (urlProd !== variant.urlProd && urlProd?.endsWith(new URL(variant.urlProd).pathname))
      await supply('PUT', path, {...(body as object), urlProd: variant.urlProd});
  };

  return {
    list,
    call,
    deleted: cvr => deleted.of(cvr),

    async supplyAll(urlProd) {
      const external = {formularType: 'integration-ekstern-link', urlProd};
      for (const form of municipalForms) {
        await provide('POST', '/dia/1/formular', `/dia/1/formular/${form.egetId}`, {...external, ...form});
      }
      await supply('POST', '/dia/1/formular', {...external, ...withdrawnForm});
      await call(dafolo, 'DELETE', `/dia/1/formular/${withdrawnForm.egetId}`, undefined);
      for (const {egetId, ...form} of stateForms) {
        const path = addressOf({cvr: dafolo, egetId});
        await provide('PUT', path, path, {urlProd, ...form});
      }
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
