import type {DemoCertificates, Organisation} from './certificate-files.ts';
import type {MtlsServer} from './mtls-server.ts';
import samples from './sample-forms.json' with {type: 'json'};

/** A form supplier. */
export interface Supplier extends Organisation {
  /** CVR numbers of suppliers that it may act for. */
  readonly paaVegneAf: readonly string[];
}

/** The form suppliers of the demo's portal. They use interfaces A and B. */
export interface Suppliers {
  readonly list: readonly Supplier[];
  /** Sends a request below `/dia/` with a supplier's certificate. Returns 404 for other paths. */
  send(cvr: string, method: string, path: string, body: unknown): ReturnType<MtlsServer['send']>;
  /** Creates missing sample variants. @param urlProd URL of the page that their start buttons open. */
  createSampleForms(urlProd: string): Promise<void>;
}

/** A supplier of `portal.json`. */
const dafolo = '61966617';

export function createSuppliers(
  list: readonly Supplier[],
  certificates: DemoCertificates,
  mtlsServer: () => MtlsServer,
): Suppliers {
  const send: Suppliers['send'] = async (cvr, method, path, body) => {
    const supplier = list.find(known => known.cvr === cvr);
    if (!supplier || !isBelowForms(path)) {
      return {
        status: 404,
        body: {status: 'Not Found', code: 404, message: 'There is no such supplier or path.'},
      };
    }
    return mtlsServer().send(certificates.of(supplier), method, path, body);
  };

  const write = async (method: string, path: string, form: object) => {
    const {status, body} = await send(dafolo, method, path, form);
    // 400: an earlier run created it.
    if (!(method === 'POST' ? [201, 400] : [200, 201]).includes(status)) {
      throw new Error(`The service rejected a sample form: ${JSON.stringify(body)}`);
    }
  };

  /** Creates a missing variant. Corrects the URL of its solution if the demo ran on another port before. */
  const provide = async (
    method: string,
    target: string,
    path: string,
    variant: {readonly urlProd: string},
  ) => {
    const {status, body} = await send(dafolo, 'GET', path, undefined);
    if (status === 404) return write(method, target, variant);
    const {urlProd} = body as {urlProd?: string};
    if (urlProd !== variant.urlProd && urlProd?.endsWith(new URL(variant.urlProd).pathname))
      await write('PUT', path, {...(body as object), urlProd: variant.urlProd});
  };

  return {
    list,
    send,

    async createSampleForms(urlProd) {
      const external = {formularType: 'integration-ekstern-link', urlProd};
      for (const form of samples.municipal) {
        await provide('POST', '/dia/1/formular', `/dia/1/formular/${form.egetId}`, {...external, ...form});
      }
      for (const {egetId, ...form} of samples.state) {
        const path = `/dia/2/formular/${dafolo}/${egetId}`;
        await provide('PUT', path, path, {urlProd, ...form});
      }
    },
  };
}

/** Returns whether a path, with `..` resolved, belongs to interface A or B. */
function isBelowForms(path: string): boolean {
  const base = 'https://localhost';
  return URL.canParse(path, base) && new URL(path, base).href.startsWith(`${base}/dia/`);
}
