import type {Caller} from './certificates.ts';

/** Returns a deadline as interface C accepts it; by default one for all companies. */
export const deadline = (changes: object = {}) => ({
  overskrift: 'Moms',
  beskrivelse: '<p>Betal</p>',
  fristDato: '14-09-2099',
  modtagere: '',
  ...changes,
});

/** Delivers a deadline as an authority and returns its id. */
export async function deliver(authority: Caller, changes: object = {}): Promise<number> {
  const {status, body, text} = await authority('POST', '/calendar/1/frister', deadline(changes));
  if (status !== 201) throw new Error(text);
  return (body as {fristId: number}).fristId;
}

/** The fields of a form variant that interface A requires, without the supplier's id. */
export const requiredV1 = {
  masterId: 30272,
  titel: 'Anmeld jordflytning',
  valgteMyndigheder: [760],
  formularType: 'integration-ekstern-link',
};

/** The fields that interface B requires and interface A does not have. */
export const forventninger = {
  forventetDigital: 2,
  forventetIdriftSat: 3,
  forventetTilgaengelig: 1,
  forventetIntegreret: 7,
};

/** The fields of a form variant that interface B requires. */
export const requiredV2 = {
  udstillere: 'ERST',
  titel: 'Anmeldelse af udstationering',
  formularType: 'aktiv-top',
  ...forventninger,
};
