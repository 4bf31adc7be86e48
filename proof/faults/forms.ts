import {bounds} from '../../server/bounds.ts';
import type {ItemV2, VariantV2} from '../../server/forms/representations.ts';
import type {Caller, TestResponse} from '../../server/testing/certificates.ts';
import type {Workload} from './workload.ts';
import {type ExpectedState, newRecord, randomIdle, type TrackedRecord} from './expected-state.ts';

/* A workload for `test-system.ts`: suppliers change form variants. To check another field, write one of its marks into the field. */

const size = 12;

/** The length of a text that is too long for the document of a variant: the service stores the texts in another document. */
const length = bounds.maxInlineVariantBytes;

/** The marks of a variant. Fields that are written together have the same mark. */
interface Marks {
  readonly titel: string;
  /** `kortBeskrivelse` and `fritekst1`. */
  readonly one: string;
  /** `fritekst2` and `fritekst3`. */
  readonly two: string;
}

/** A form and its expected state. `null`: deleted, or never created. */
type Form = TrackedRecord<Marks | null> & {readonly egetId: string; diaId?: string};

/** Returns a supplier that creates, updates, deletes and restores form variants through interface A or B. */
export function formSupplier(cvr: string, version: 1 | 2, call: Caller, expected: ExpectedState): Workload {
  let number = 0;
  const forms: Form[] = Array.from({length: size}, (_, place) => ({
    ...newRecord<Marks | null>(null),
    egetId: `form-${place}`,
  }));
  const addressOf = ({egetId}: Form) =>
    version === 1 ? `/dia/1/formular/${egetId}` : `/dia/2/formular/${cvr}/${egetId}`;

  async function create(form: Form) {
    const mark = `${cvr}-${(number += 1)}`;
    const body = {...(version === 1 ? required1 : required2), ...one(mark), ...two(mark), titel: mark};
    const send = () =>
      version === 1
        ? call('POST', '/dia/1/formular', {...body, egetId: form.egetId})
        : call('PUT', addressOf(form), body);
    return expected.change(form, {titel: mark, one: mark, two: mark}, send, 201);
  }

  async function change(form: Form, state: Marks): Promise<TestResponse | undefined> {
    if (Math.random() < 0.1) return expected.change(form, null, () => call('DELETE', addressOf(form)), 200);
    const mark = `${cvr}-${(number += 1)}`;
    return Math.random() < 0.5
      ? expected.change(form, {...state, one: mark}, () => call('PUT', addressOf(form), one(mark)), 201)
      : expected.change(form, {...state, two: mark}, () => call('PUT', addressOf(form), two(mark)), 201);
  }

  async function checkOne(form: Form, listed: ItemV2) {
    const found = (await expected.read(() => call('GET', listed.path))).body as VariantV2;
    const {titel, kortBeskrivelse, fritekst1, fritekst2, fritekst3} = found;
    const marks = {titel: titel ?? '', one: kortBeskrivelse ?? '', two: fritekst2 ?? ''};
    const isWhole = fritekst1 === one(marks.one).fritekst1 && fritekst2 === fritekst3;
    const beginnings = [kortBeskrivelse, fritekst1?.slice(0, 20), fritekst2, fritekst3];
    expected.verify(isWhole, 'half', `${form.egetId} of ${cvr}: ${beginnings.join()}`);
    expected.compare(form, marks, `${form.egetId} of ${cvr}`);
    const sameId = form.diaId === undefined || form.diaId === found.diaId;
    expected.verify(sameId, 'lost', `${form.egetId} of ${cvr} is ${found.diaId}, was ${form.diaId}`);
    form.diaId = found.diaId;
  }

  return {
    async step() {
      const form = randomIdle(forms);
      if (!form) return false;
      return (await (form.acknowledged ? change(form, form.acknowledged) : create(form))) !== undefined;
    },

    async check() {
      const list = (await expected.read(() => call('GET', `/dia/2/formular/${cvr}`))).body as ItemV2[];
      const byName = new Map(list.map(item => [item.egetId, item]));
      for (const form of forms) {
        const listed = byName.get(form.egetId);
        if (listed) await checkOne(form, listed);
        else expected.compare(form, null, `${form.egetId} of ${cvr}`);
      }
      const own = list.every(({titel}) => titel.startsWith(`${cvr}-`));
      const ids = new Set(list.map(({diaId}) => diaId)).size;
      expected.verify(own && ids === list.length, 'wrong party', `Forms of ${cvr}: ${JSON.stringify(list)}`);
    },
  };
}

/** For every second mark, a text is so long that the service stores the texts in another document. */
const one = (mark: string) => ({
  kortBeskrivelse: mark,
  fritekst1: Number(mark.at(-1)) % 2 ? mark : mark.padEnd(length, '.'),
});
const two = (mark: string) => ({fritekst2: mark, fritekst3: mark});
const required1 = {
  masterId: 30272,
  valgteMyndigheder: ['760', '492'],
  formularType: 'integration-iframe-gl',
};

/** The required fields of interface B. */
export const required2 = {
  udstillere: 'SKST',
  formularType: 'aktiv-top',
  forventetDigital: 1,
  forventetIdriftSat: 2,
  forventetTilgaengelig: 3,
  forventetIntegreret: 7,
};
