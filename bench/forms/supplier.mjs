import {X509Certificate} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {createCertificateAuthority, oces3Subject} from '../../dist/certificates/certificate-authority.js';

const supplier = '61966617';
const registry = `/dia/2/formular/${supplier}`;

/** URL paths of the supplier's variants. */
export const paths = {
  registry,
  variant: (/** @type {number} */ index) => `${registry}/blanket-${String(index).padStart(6, '0')}`,
};

/** Creates a portal with one supplier. A local proxy forwards its certificate.
 * @param {string} directory For the files. */
export async function createSupplier(directory) {
  const authority = await createCertificateAuthority('Bench');
  const {certificate} = await authority.issue({subject: oces3Subject(supplier, 'Dafolo')});
  const ca = join(directory, 'ca.pem');
  const portal = join(directory, 'portal.json');
  await writeFile(ca, authority.certificate);
  await writeFile(
    portal,
    JSON.stringify({
      myndigheder: [
        {myndighedsid: 1, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: '10150817', type: 'stat'},
      ],
      leverandoerer: [{cvr: supplier, navn: 'Dafolo'}],
    }),
  );
  const der = new X509Certificate(certificate).raw.toString('base64');
  return {
    headers: {'client-cert': `:${der}:`, 'content-type': 'application/json'},
    settings: {
      TAVLE_PORT: '0',
      TAVLE_PORTAL: portal,
      TAVLE_CLIENT_CA: ca,
      TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1',
      TAVLE_RATE_LIMIT: 'off',
      TAVLE_LOG_LEVEL: 'error',
    },
  };
}

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
