/*
 * Writes form variants of typical length over HTTP or directly into a store, for the benchmarks `forms`, `form-search`, `long-lists` and
 * `sizing`. A changed text affects the results of all four.
 */

import {createRegistry, emptyPortal} from '../support/built.mjs';
import {supplier} from '../support/portal.mjs';
import {inParallel} from '../support/rounds.mjs';

const registry = `/dia/2/formular/${supplier}`;
const idOf = (/** @type {number} */ index) => `blanket-${String(index).padStart(6, '0')}`;

/** URL paths of the supplier's variants. */
export const paths = {registry, variant: (/** @type {number} */ index) => `${registry}/${idOf(index)}`};

/** Returns the body of a state form with texts of typical length.
 * @param {number} index */
export function variantOf(index) {
  return {
    udstillere: 'ERST',
    titel: `Anmeldelse nummer ${index} af udstationering`,
    kortBeskrivelse: 'Anmeld udenlandske medarbejdere, der udfører arbejde i Danmark.',
    beskrivelse:
      '<p>Udenlandske virksomheder skal anmelde deres medarbejdere, før arbejdet begynder.</p>'.repeat(20),
    formularType: 'integration-ekstern-link',
    urlProd: `https://example.dk/${index}`,
    forventetDigital: 2,
    forventetIdriftSat: 2,
    forventetTilgaengelig: 2,
    forventetIntegreret: 7,
  };
}

/** Creates a variant with the service.
 * @param {string} url Of the service. @param {Record<string, string>} headers @param {number} index @param {object} [fields] */
export async function createVariant(url, headers, index, fields) {
  const body = JSON.stringify({...variantOf(index), ...fields});
  const response = await fetch(url + paths.variant(index), {method: 'PUT', headers, body});
  if (response.status !== 201) throw new Error(await response.text());
  await response.arrayBuffer();
}

/** Writes variants into a store.
 * @param {import('../support/start.mjs').Store} store @param {string} engine @param {number} count */
export function putVariants(store, engine, count) {
  const {put} = createRegistry(store, () => emptyPortal);
  return inParallel(`${engine}, variants`, count, index => {
    const fields = /** @type {any} */ (variantOf(index));
    return put({cvr: supplier, egetId: idOf(index)}, () => ({fields, masterId: '0'}));
  });
}
