import type {X509Certificate} from 'node:crypto';

/** OCES3: organizationIdentifier (2.5.4.97). */
const oces3 = /^NTRDK-(\d{8})$/;

/** OCES2: serialNumber of a function (FID), company (UID), employee (RID) or device (DID). */
const oces2 = /^CVR:(\d{8})-(?:FID|UID|RID|DID):.+$/;

/**
 * The CVR number in a certificate's subject, or `undefined` where there is none, or where there are two different ones.
 * Only the two fields that the issuer vouches for count; O and CN are free text.
 */
export function cvrOfSubject(certificate: X509Certificate): string | undefined {
  const subject: Record<string, unknown> = certificate.toLegacyObject().subject;
  const numbers = new Set([
    ...matches(subject.organizationIdentifier, oces3),
    ...matches(subject.serialNumber, oces2),
  ]);
  const [number] = numbers;
  return numbers.size === 1 ? number : undefined;
}

function matches(values: unknown, pattern: RegExp): string[] {
  return [values].flat().flatMap(value => pattern.exec(String(value))?.[1] ?? []);
}
