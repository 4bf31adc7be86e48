/* Checks CVR numbers, for tokens, certificates, URLs and the portal file. Change the rules in `isCvr` and `cvrForm`.
 * `TAVLE_CVR_CHECK=off` allows invented numbers: code that checks the numbers of recipients or of the portal file must
 * use the `CvrCheck` of the settings. */

const weights = [2, 7, 6, 5, 4, 3, 2, 1];

export type CvrCheck = (text: string) => boolean;

/** Returns whether a text is a CVR number: eight digits whose weighted sum is a multiple of 11. */
export const isCvr: CvrCheck = text => {
  if (!hasCvrForm(text)) return false;
  let sum = 0;
  for (let place = 0; place < 8; place++) sum += (weights[place] ?? 0) * (text.charCodeAt(place) - 48);
  return sum % 11 === 0;
};

export const cvrForm = /^[1-9]\d{7}$/;

/** Accepts all numbers of this form. `TAVLE_CVR_CHECK=off` uses it, for test environments with invented companies. */
export const hasCvrForm: CvrCheck = text => cvrForm.test(text);

const pageDigits = 10_000;

/**
 * A set of CVR numbers, as bits, for lists of recipients. A `Set` of a million texts needs several times as much memory, and blocks the event
 * loop when it grows.
 */
export class CvrSet {
  /** The bits of 10,000 numbers each, by the first four digits of the numbers. */
  readonly #pages = new Map<number, Uint8Array>();

  /** Adds a number; returns false if it is already in the set. */
  add(cvr: string): boolean {
    const number = Number(cvr);
    const start = Math.floor(number / pageDigits);
    let page = this.#pages.get(start);
    if (!page) {
      page = new Uint8Array(pageDigits / 8);
      this.#pages.set(start, page);
    }
    const place = number % pageDigits;
    const bits = page[place >> 3] ?? 0;
    const bit = 1 << (place & 7);
    page[place >> 3] = bits | bit;
    return (bits & bit) === 0;
  }

  has(cvr: string): boolean {
    const number = Number(cvr);
    const place = number % pageDigits;
    const bits = this.#pages.get(Math.floor(number / pageDigits))?.[place >> 3] ?? 0;
    return (bits & (1 << (place & 7))) !== 0;
  }
}
