import type {X509Certificate} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';

import fc from 'fast-check';
import {expect, it} from 'vitest';

import {
  createMutatedPki,
  type MutatedHeaders,
  type Recipe,
  recipes,
} from '../testing/certificate-mutations.ts';
import {proxySettings} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {refusedByOpenssl} from '../testing/pki.ts';
import {skat, useTestService} from '../testing/service.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {findPath, parseBundle} from './chain.ts';
import {readClientCert} from './presented-certificates.ts';

/*
 * Sends mutated certificates, chains and headers as a trusted proxy does, fifteen times FUZZ_RUNS. A failure names the seed for FUZZ_SEED.
 */

const numRuns = Number(process.env.FUZZ_RUNS ?? (isThorough ? 700 : 6)) * 15;
const seed = Number(process.env.FUZZ_SEED ?? Date.now());

/** The number of concurrent requests. */
const batch = 50;

const {trusted, issue} = await createMutatedPki(`2.5.4.97=NTRDK-${skat}, O=Skat, CN=a.example.dk`);
const bundle = join(newDirectory(), 'ca.pem');
await writeFile(bundle, trusted.join('\n'));

const service = await useTestService({...proxySettings, TAVLE_CLIENT_CA: bundle});
async function statusOf(headers: MutatedHeaders): Promise<number> {
  const response = await fetch(`${service.url}/calendar/1/frister`, {headers: {...headers}});
  await response.arrayBuffer();
  return response.status;
}

/** Returns whether more than the order of the chain differs: other recipes are valid, and `openssl verify` is slow. */
function isMutated({levels, dropped, flip, garbage}: Recipe): boolean {
  const usual = {edits: [], signer: 'right', dates: 'valid', hash: 'SHA-256'};
  return (
    [dropped, flip, garbage].some(change => change !== undefined) ||
    levels.some(level => !isDeepStrictEqual({...level}, usual))
  );
}

/** Returns the certificates that the service parsed from the headers. */
function presentedIn(headers: MutatedHeaders) {
  const distinct = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value as string]]),
  );
  const {leaf, others} = readClientCert({headersDistinct: distinct}) ?? {};
  if (!leaf || !others) throw new Error('The service parsed a certificate that does not exist.');
  return {leaf: leaf.toString(), others: others.map(String), certificates: [leaf, ...others] as const};
}

/** Returns only the certificates of the valid path: `openssl verify` does not try every path. */
function pathOf([leaf, ...others]: readonly [X509Certificate, ...X509Certificate[]]) {
  const path = findPath(leaf, others, parseBundle(trusted.join('\n')));
  if ('refusal' in path) throw new Error(path.refusal);
  return {leaf: leaf.toString(), others: path.certificates.slice(1, -1).map(String)};
}

it(
  `rejects all of ${numRuns} mutated certificates and headers that openssl verify rejects`,
  {timeout: 60_000 + numRuns * 500},
  async () => {
    const sample = fc.sample(recipes, {numRuns, seed});
    const sent: {recipe: Recipe; headers: MutatedHeaders; status: number}[] = [];
    for (let start = 0; start < sample.length; start += batch) {
      const send = async (recipe: Recipe) => {
        const headers = await issue(recipe);
        return {recipe, headers, status: await statusOf(headers)};
      };
      sent.push(...(await Promise.all(sample.slice(start, start + batch).map(send))));
    }
    const accepted = sent.filter(({status}) => status === 200);
    const refused = sent.filter(({status}) => status === 401);
    expect(accepted.length + refused.length, `FUZZ_SEED=${seed}`).toBe(numRuns);
    // Both outcomes must be frequent.
    expect(accepted.length).toBeGreaterThan(numRuns / 20);
    expect(refused.length).toBeGreaterThan(numRuns / 20);

    const mutated = accepted.filter(({recipe}) => isMutated(recipe));
    const doubtful = refusedByOpenssl(
      mutated.map(({headers}) => presentedIn(headers)),
      trusted,
    );
    const wrong = refusedByOpenssl(
      doubtful.map(({certificates}) => pathOf(certificates)),
      trusted,
    );
    expect(wrong, `FUZZ_SEED=${seed}`).toEqual([]);
  },
);
