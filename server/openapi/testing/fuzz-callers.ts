import {clientCertField, organisation} from '../../testing/certificates.ts';
import {cvrClaim} from '../../testing/issuer.ts';
import {skat, type TestService} from '../../testing/service.ts';
import type {Placed} from './document.ts';
import type {RawRequest} from '../../testing/raw-client.ts';

export const company = '12345674';
export const supplier = '26911745';

/** Seconds that a token lasts: longer than any run. */
const lasting = 24 * 60 * 60;

const certificateField = async (cvr: string) => clientCertField((await organisation(cvr)).certificate);

/** The headers by which who may do something shows who it is, behind a proxy that ends TLS. */
export async function createFuzzCallers({
  issuer,
}: TestService): Promise<(placed: Placed) => RawRequest['headers']> {
  const exp = Math.floor(Date.now() / 1000) + lasting;
  const token = await issuer.token('anna', {[cvrClaim]: company, exp});
  const asSupplier = await certificateField(supplier);
  const asAuthority = await certificateField(skat);

  return ({path, operation}) => {
    const schemes = operation.security.flatMap(Object.keys);
    if (schemes.includes('adgangstoken')) return [['authorization', `Bearer ${token}`]];
    if (!schemes.includes('klientcertifikat')) return [];
    return [['client-cert', path.startsWith('/calendar/') ? asAuthority : asSupplier]];
  };
}
