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
