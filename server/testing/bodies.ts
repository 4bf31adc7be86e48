/* Valid request bodies and CVR numbers for tests of the service. Ids and abbreviations must exist in the test portal of `service.ts`. */

import type {Caller} from './certificates.ts';

/** Returns a body for interface C. Default: a deadline for all companies. */
export const deadline = (changes: object = {}) => ({
  overskrift: 'Moms',
  beskrivelse: '<p>Betal</p>',
  fristDato: '14-09-2099',
  modtagere: '',
  ...changes,
});

/** Delivers a deadline and returns its id. */
export async function deliver(authority: Caller, changes: object = {}): Promise<number> {
  const {status, body, text} = await authority('POST', '/calendar/1/frister', deadline(changes));
  if (status !== 201) throw new Error(text);
  return (body as {fristId: number}).fristId;
}

/** Returns valid CVR numbers. */
export function companies(count: number): string[] {
  const found: string[] = [];
  for (let number = 1_000_000; found.length < count; number++) {
    const digits = Array.from(String(number), Number);
    const weights = [2, 7, 6, 5, 4, 3, 2];
    const rest = digits.reduce((sum, digit, place) => sum + digit * (weights[place] ?? 0), 0) % 11;
    if (rest !== 1) found.push(`${number}${rest ? 11 - rest : 0}`);
  }
  return found;
}

/** The required fields of a form variant in interface A, without the supplier's id. */
export const requiredV1 = {
  masterId: 30272,
  titel: 'Anmeld jordflytning',
  valgteMyndigheder: [760],
  formularType: 'integration-ekstern-link',
};

/** Required fields of interface B that interface A does not have. */
export const forventninger = {
  forventetDigital: 2,
  forventetIdriftSat: 3,
  forventetTilgaengelig: 1,
  forventetIntegreret: 7,
};

/** The required fields of a form variant in interface B. */
export const requiredV2 = {
  udstillere: 'ERST',
  titel: 'Anmeldelse af udstationering',
  formularType: 'aktiv-top',
  ...forventninger,
};
