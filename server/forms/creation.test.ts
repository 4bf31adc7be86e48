import {expect, it} from 'vitest';

import {requiredV1} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo as dafoloCvr, onEachStore} from '../testing/service.ts';

const path = '/dia/1/formular';

onEachStore(({url}) => {
  it('ten concurrent POSTs of one variant create it once, and the others get 400', async () => {
    const dafolo = callerWith(url, await organisation(dafoloCvr));
    const body = {...requiredV1, egetId: 'samtidig'};
    const responses = await Promise.all(
      Array.from({length: 10}, () => dafolo('POST', path, body, {'idempotency-key': 'natjob'})),
    );
    expect(responses.map(({status}) => status).sort()).toEqual([201, ...Array<number>(9).fill(400)]);
    const refused = responses.find(({status}) => status === 400);
    expect(refused?.body).toMatchObject({
      errors: {egetId: ['Must be a new id. Use PUT to change the existing variant.']},
    });
  });
}, tlsSettings);
