import {clientCertField, organisation} from '../certificates.ts';
import {cvrClaim} from '../issuer.ts';
import type {RawRequest} from '../raw-client.ts';
import {skat, type TestService} from '../service.ts';
import type {Endpoint} from './document.ts';
import {company, supplier} from './example-requests.ts';

/* Credentials of callers who may do everything, for the fuzz tests: a request must not fail before its body is
 * read. */

/** Longer than any run. */
const tokenLifetimeSeconds = 24 * 60 * 60;

const certificateField = async (cvr: string) => clientCertField((await organisation(cvr)).certificate);

/** Returns a function that returns the headers of an authorized caller behind a TLS proxy. Add the headers of a new security scheme there. */
export async function createFuzzCredentials({
  issuer,
}: TestService): Promise<(endpoint: Endpoint) => RawRequest['headers']> {
  const exp = Math.floor(Date.now() / 1000) + tokenLifetimeSeconds;
  const token = await issuer.token('anna', {[cvrClaim]: company, roles: 'tavle-redaktoer', exp});
  const asSupplier = await certificateField(supplier);
  const asAuthority = await certificateField(skat);

  return ({path, operation}) => {
    const schemes = operation.security.flatMap(Object.keys);
    if (schemes.includes('adgangstoken')) return [['authorization', `Bearer ${token}`]];
    if (!schemes.includes('klientcertifikat')) return [];
    return [['client-cert', path.startsWith('/calendar/') ? asAuthority : asSupplier]];
  };
}
