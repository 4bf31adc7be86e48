import {expect, it} from 'vitest';

import {callerWith} from './testing/certificates.ts';
import {newDirectory} from './testing/directory.ts';
import {startServiceForTest} from './testing/service.ts';

const path = '/.well-known/security.txt';
const year = 365 * 86_400_000;

async function start(contact: string | undefined) {
  const settings = {TAVLE_SECURITY_CONTACT: contact ?? ''};
  const {url} = await startServiceForTest(`file:${newDirectory()}/store`, settings);
  return callerWith(url);
}

it.each(['mailto:sikkerhed@example.dk', 'https://example.dk/sikkerhed?sprog=da'])(
  'security.txt names the contact %s until less than a year from now',
  async contact => {
    const {status, headers, text} = await (await start(contact))('GET', path);
    expect({status, type: headers['content-type']}).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
    });
    const lines = text.trimEnd().split('\n');
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(text) ?? [];
    expect(lines).toEqual([`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: da, en']);
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() + year / 4);
    expect(Date.parse(expires)).toBeLessThan(Date.now() + year);
  },
);

it('there is no security.txt without a contact', async () => {
  const caller = await start(undefined);
  expect(await caller('GET', path)).toMatchObject({status: 404, body: {code: 404}});
  expect(await caller('POST', path)).toMatchObject({status: 405});
});
