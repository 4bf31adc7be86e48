import {setImmediate} from 'node:timers/promises';

import {expect, it} from 'vitest';

import {hasCvrForm} from '../../identity/cvr.ts';
import {readPortal} from '../../portal/portal.ts';
import {requiredV2} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {dafolo, onLmdb} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {type Catalogue, createCatalogue} from './catalogue.ts';

const asDafolo = await organisation(dafolo);

const everything = {text: '', authority: undefined, municipality: undefined, limit: 1, after: undefined};

/** Starts a load, and returns the largest change of the number of forms in one turn of the event loop, until it is as expected. */
async function largestStep(catalogue: Catalogue, expected: number): Promise<number> {
  let [size, largest] = [catalogue.size(), 0];
  const searched = catalogue.search(everything);
  while (size !== expected) {
    await setImmediate();
    largest = Math.max(largest, Math.abs(catalogue.size() - size));
    size = catalogue.size();
  }
  await searched;
  return largest;
}

onLmdb(service => {
  const store = useStoreOf(service);

  it('lets other work run between a few forms with many words, when they are added and removed', async () => {
    const supplier = callerWith(service.url, asDafolo);
    const forms = Array.from({length: 40}, (_, form) => form);
    const pathOf = (form: number) => `/dia/2/formular/${dafolo}/f-${form}`;
    for (const form of forms) {
      const keywords = Array.from({length: 240}, (_, place) => (2_000 + form * 240 + place).toString(36));
      const body = {...requiredV2, publiceringsdato: '2020-01-01', forslagTilSoegeord: keywords.join(' ')};
      expect(await supplier('PUT', pathOf(form), body)).toMatchObject({status: 201});
    }
    let portal = readPortal(service.portalPath, hasCvrForm);
    const catalogue = createCatalogue(store, () => portal);
    expect(await largestStep(catalogue, forms.length)).toBeLessThanOrEqual(10);

    for (const form of forms) expect(await supplier('DELETE', pathOf(form))).toMatchObject({status: 200});
    // Another portal is a reason for a load.
    portal = {...portal};
    expect(await largestStep(catalogue, 0)).toBeLessThanOrEqual(10);
  });
}, tlsSettings);
