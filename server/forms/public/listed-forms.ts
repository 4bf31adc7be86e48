import {bounds} from '../../bounds.ts';
import type {Instant} from '../../time/datetime.ts';
import type {ExhibitorFields, PublicationFields, VariantHead} from '../variant.ts';

/** The fields of a form in lists, and those that decide whether it is visible. */
export type ListedForm = ExhibitorFields &
  PublicationFields & {
    readonly id: string;
    /** Unique. Results with the same score are in its order. */
    readonly sortKey: string;
    /** The words that a search finds the form by. */
    readonly text: string;
    readonly cvr: string;
    readonly changed: Instant;
    readonly permalink: string;
    readonly fields: Pick<VariantHead['fields'], 'titel'> & {readonly kortBeskrivelse?: string | null};
  };

interface Supplier {
  bytes: number;
  /** Forms that changed at this time or later are left out. */
  until: Instant;
}

/** The memory of a form without its texts: objects, numbers, headers of texts, places in maps. Rounded up. */
const fixedBytes = 1_000;
const bytesOfItem = 8;

/** The part of its forms that a supplier loses at a time: not one by one, since finding the newest takes a millisecond. */
const lostShare = 1 / 16;

export type ListedForms = ReturnType<typeof createListedForms>;

/**
 * The forms that a search knows, within bounds of their memory. When they exceed it, the supplier that has most loses the forms that it changed last,
 * so others only lose forms once they have as much.
 *
 * @param onFull Receives the CVR number of a supplier when it loses forms for the first time.
 */
export function createListedForms(onFull: (cvr: string) => void) {
  /** In the order in which they were put, with the memory that each counts for. */
  const forms = new Map<string, {readonly form: ListedForm; readonly bytes: number}>();
  const suppliers = new Map<string, Supplier>();
  let snapshot: readonly ListedForm[] | undefined;
  let bytes = 0;
  let leftOut = 0;

  function add(cvr: string, amount: number): void {
    let supplier = suppliers.get(cvr);
    if (!supplier) suppliers.set(cvr, (supplier = {bytes: 0, until: Infinity}));
    supplier.bytes += amount;
    bytes += amount;
  }

  function remove(id: string): void {
    const known = forms.get(id);
    if (!known) return;
    forms.delete(id);
    snapshot = undefined;
    add(known.form.cvr, -known.bytes);
  }

  function shrink(): void {
    const [cvr, supplier] = [...suppliers].reduce((one, other) =>
      other[1].bytes > one[1].bytes ? other : one,
    );
    if (supplier.until === Infinity) onFull(cvr);
    const own = [...forms.values()].filter(({form}) => form.cvr === cvr);
    const target = supplier.bytes * (1 - lostShare);
    for (let newest; supplier.bytes > target && (newest = own.pop()); leftOut += 1) {
      supplier.until = Math.min(supplier.until, newest.form.changed);
      remove(newest.form.id);
    }
  }

  return {
    get: (id: string) => forms.get(id)?.form,
    remove,
    /** Adds a form, or replaces the one with its id. Put the form that changed last at the end. */
    put(form: ListedForm): void {
      remove(form.id);
      const own = bytesOf(form);
      forms.set(form.id, {form, bytes: own});
      snapshot = undefined;
      add(form.cvr, own);
      if (bytes > bounds.maxListedFormBytes) shrink();
    },
    /** Returns whether a form is not one of those that its supplier loses. */
    admits: ({cvr, changed}: Pick<ListedForm, 'cvr' | 'changed'>) =>
      changed < (suppliers.get(cvr)?.until ?? Infinity),
    /** Counts a form that was not put because it is not admitted. */
    noteLeftOut: () => void (leftOut += 1),
    /** Returns whether a supplier has lost forms. */
    isFull: (cvr: string) => (suppliers.get(cvr)?.until ?? Infinity) < Infinity,
    /** Returns all forms, as an array that never changes. */
    all: (): readonly ListedForm[] => (snapshot ??= Array.from(forms.values(), ({form}) => form)),
    get size() {
      return forms.size;
    },
    /** The number of forms that were left out. */
    get leftOut() {
      return leftOut;
    },
  };
}

/**
 * Returns the memory that a form counts for. Searched text counts as much more as its bound is smaller, so one sum keeps both bounds.
 */
function bytesOf(form: ListedForm): number {
  const {id, sortKey, text, permalink, masterId, fields} = form;
  const texts = [id, sortKey, text, permalink, masterId, fields.titel, fields.kortBeskrivelse ?? ''];
  const [own, items] =
    form.version === 1 ? ['', form.fields.valgteMyndigheder.length] : [form.fields.udstillere, 0];
  const memory = [...texts, own].reduce(
    (sum, each) => sum + heapBytes(each),
    fixedBytes + items * bytesOfItem,
  );
  return Math.max(memory, text.length * (bounds.maxListedFormBytes / bounds.maxSearchedBytes));
}

/** Returns the bytes of a text's characters: V8 stores two for each if one is not in Latin-1. */
function heapBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? text.length * 2 : text.length;
}
