import {X509Certificate} from 'node:crypto';

/** The extended key usages that let a certificate speak for a client (RFC 5280, 4.2.1.12): clientAuth, any. */
const clientUsages = ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'];

const begin = '-----BEGIN CERTIFICATE-----';

/** A root, an issuer and a leaf, and room for one more. */
const longestChain = 4;

/** Takes apart a bundle of PEM certificates. @throws When there is none, or one can't be read. */
export function parseBundle(pem: string): X509Certificate[] {
  const [, ...blocks] = pem.split(begin);
  if (!blocks.length) throw new Error('There is no PEM certificate in it.');
  return blocks.map(block => new X509Certificate(begin + block));
}

/**
 * Whether a client's certificate goes back to an issuer in the bundle, by itself or through further certificates that came with
 * it. Signatures and the right to issue are checked, and that the leaf may speak for a client; dates are not.
 *
 * @returns The chain from the leaf to the issuer in the bundle, or `undefined`.
 */
export function findChain(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  issuers: readonly X509Certificate[],
): X509Certificate[] | undefined {
  // Without the extension a certificate is good for all uses.
  const usages = leaf.keyUsage as string[] | undefined;
  if (usages && !usages.some(usage => clientUsages.includes(usage))) return undefined;

  const chain = [leaf];
  for (let last = leaf; chain.length < longestChain; chain.push(last)) {
    const anchor = issuers.find(issuer => issued(last, issuer));
    if (anchor) return [...chain, anchor];
    const next = others.find(other => issued(last, other));
    if (!next) return undefined;
    last = next;
  }
  return undefined;
}

function issued(subject: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}
