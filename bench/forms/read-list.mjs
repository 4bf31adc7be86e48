import {TextDecoder} from 'node:util';

/** Seconds until the first and the last byte of a supplier's list, and how long it is.
 * @param {string} url @param {Record<string, string>} headers @param {number} size How many variants it has to name. */
export async function readList(url, headers, size) {
  const started = performance.now();
  const response = await fetch(url, {headers});
  let first;
  let bytes = 0;
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    first ??= (performance.now() - started) / 1000;
    bytes += piece.length;
    text += decoder.decode(piece, {stream: true});
  }
  const {length} = JSON.parse(text);
  if (length !== size) throw new Error(`${length} variants were listed, not ${size}.`);
  return {first: first ?? NaN, whole: (performance.now() - started) / 1000, bytes};
}
