import {get} from 'node:http';

/**
 * Sends a GET on a new connection, for the benchmarks of long responses. Returns the seconds until the first and the last byte of the response, the number of its bytes and its
 * entity tag. Does not keep the body.
 *
 * @param {string} url @param {Record<string, string>} headers @param {number} expected Status.
 * @param {(piece: Uint8Array) => unknown} [take] Gets each piece of the body.
 * @returns {Promise<{first: number, whole: number, bytes: number, etag: string}>}
 */
export function receive(url, headers, expected, take) {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  return new Promise((resolve, reject) => {
    get(url, {headers, agent: false}, response => {
      let first = NaN;
      let bytes = 0;
      response.once('data', () => (first = elapsed()));
      response.on('data', piece => {
        bytes += piece.length;
        take?.(piece);
      });
      response.on('error', reject);
      response.on('end', () => {
        const {statusCode, headers} = response;
        if (statusCode === expected) resolve({first, whole: elapsed(), bytes, etag: headers.etag ?? ''});
        else reject(new Error(`${url}: ${statusCode}`));
      });
    }).on('error', reject);
  });
}
