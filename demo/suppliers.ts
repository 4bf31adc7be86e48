// The form suppliers of the demo, for `main.ts`, which creates the sample forms, and `routes.ts`. Add a form to
// `sample-forms.json`, not here. Use interfaces A and B with certificates, as real suppliers do.
import type {DemoCertificates, Organisation} from './certificate-files.ts';
import type {MtlsServer} from './mtls-server.ts';
import {Problem} from '../server/problem.ts';
import samples from './sample-forms.json' with {type: 'json'};

/** The form suppliers of the demo's portal. They use interfaces A and B. */
export interface Suppliers {
  readonly list: readonly Organisation[];
  /** Reads the forms of a supplier in both interfaces. @throws {Problem} 404 if the supplier is unknown. */
  formsOf(cvr: string): Promise<object[]>;
  /**
   * Creates missing sample variants.
   *
   * @param urlProd URL of the page that their start buttons open.
   * @param copies The number of copies of the last sample.
   */
  createSampleForms(urlProd: string, copies: number): Promise<void>;
}

/** A supplier of `portal.json`. */
const dafolo = '61966617';

export function createSuppliers(
  list: readonly Organisation[],
  certificates: DemoCertificates,
  mtlsServer: () => MtlsServer,
): Suppliers {
  const send = (cvr: string, method: string, path: string, body?: object) => {
    const supplier = list.find(known => known.cvr === cvr);
    if (!supplier) throw new Problem(404, 'No supplier has that CVR number.');
    return mtlsServer().send(certificates.of(supplier), method, path, body);
  };

  const read = async (cvr: string, path: string) => {
    const {status, body} = await send(cvr, 'GET', path);
    if (status !== 200) throw new Error(`${path} returned ${status}.`);
    return body;
  };

  const write = async (method: string, path: string, form: object) => {
    const {status, body} = await send(dafolo, method, path, form);
    // 400: an earlier run has created the form.
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
    const {status, body} = await send(dafolo, 'GET', path);
    if (status === 404) return write(method, target, variant);
    const {urlProd} = body as {urlProd?: string};
    if (urlProd !== variant.urlProd && urlProd?.endsWith(new URL(variant.urlProd).pathname))
      await write('PUT', path, {...(body as object), urlProd: variant.urlProd});
  };

  return {
    list,

    async formsOf(cvr) {
      const items = (await read(cvr, `/dia/2/formular/${cvr}`)) as {diaId: string; path: string}[];
      const forms: object[] = [];
      // Reads one form after the other: the service limits the requests of a supplier that are in flight.
      for (const item of items) {
        const [readV1, readV2] = await Promise.all([
          read(cvr, `/dia/1/formular/${item.diaId}`),
          read(cvr, item.path),
        ]);
        forms.push({...item, readV1, readV2});
      }
      return forms;
    },

    async createSampleForms(urlProd, copies) {
      const external = {formularType: 'integration-ekstern-link', urlProd};
      for (const form of samples.municipal) {
        await provide('POST', '/dia/1/formular', `/dia/1/formular/${form.egetId}`, {...external, ...form});
      }
      const numbers = Array.from({length: copies}, (_, index) => index + 1);
      const copied = samples.state
        .slice(-1)
        .flatMap(({egetId, titel, ...form}) =>
          numbers.map(number => ({...form, egetId: `${egetId}-${number}`, titel: `${titel}, ${number}`})),
        );
      for (const {egetId, ...form} of [...samples.state, ...copied]) {
        const path = `/dia/2/formular/${dafolo}/${egetId}`;
        await provide('PUT', path, path, {urlProd, ...form});
      }
    },
  };
}
