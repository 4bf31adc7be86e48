import {TextDecoder} from 'node:util';

/** Returns the seconds until the first and the last byte of a supplier's list, and its bytes.
 * @param {string} url @param {Record<string, string>} headers @param {number} size Expected number of variants. */
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
