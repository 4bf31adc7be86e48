import {expect, it} from 'vitest';

import {listenForPeers} from '../testing/peer.ts';
import {useTestService} from '../testing/service.ts';
import {proxySettings} from '../testing/certificates.ts';

const {handle} = await useTestService({
  ...proxySettings,
  TAVLE_CLIENT_CERT_PROXIES: '203.0.113.7',
  TAVLE_PUBLIC_RATE_LIMIT: '1',
});

const forwarded = {'x-forwarded-for': '198.51.100.1'};

it.for<[what: string, address: string, headers: Record<string, string>, second: number]>([
  ['a proxy of the settings is not', '203.0.113.7', {}, 200],
  ['a proxy on the same machine is not', '127.0.0.1', forwarded, 200],
  ['a proxy in a private network is not', '10.1.2.3', forwarded, 200],
  ['a proxy in a private network is not (RFC 7239)', 'fd00::1', {forwarded: 'for=198.51.100.1'}, 200],
  ['a client on the same machine is', '127.0.0.1', {}, 429],
  ['a client in a private network is', '10.1.2.4', {}, 429],
  ['a client that sends a header of proxies is', '198.51.100.2', forwarded, 429],
])('counts requests by address: %s counted', async ([, address, headers, second]) => {
  const getFrom = await listenForPeers(handle);
  for (const status of [200, second])
    expect((await getFrom(address, '/formularer/1/myndigheder', headers)).status).toBe(status);
});
