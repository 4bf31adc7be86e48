import {describe, expect, it} from 'vitest';

import {organisation, tlsSettings, trusted} from '../testing/certificates.ts';
import {onEachStore, skat} from '../testing/service.ts';

const {certificate} = await organisation(skat);
const field = (pem: string) => `:${pem.replace(/-----[^-]+-----|\s/g, '')}:`;
const {TAVLE_CLIENT_CA} = tlsSettings;

describe('a proxy that ends the TLS connection', () => {
  onEachStore(
    ({url}) => {
      const ask = (...headers: [string, string][]) => fetch(`${url}/calendar/1/frister`, {headers});

      it("passes on its client's certificate", async () => {
        expect((await ask(['Client-Cert', field(certificate)])).status).toBe(200);
        expect((await ask(['Client-Cert', ` ${field(certificate)} `])).status).toBe(200);
        const chain: [string, string] = ['Client-Cert-Chain', field(trusted.certificate)];
        expect((await ask(['Client-Cert', field(certificate)], chain)).status).toBe(200);
      });

      it('is not believed more than the certificate itself', async () => {
        const expired = await trusted.issue({
          subject: [{'2.5.4.97': [`NTRDK-${skat}`]}],
          notAfter: new Date(Date.now() - 1000),
        });
        expect((await ask(['Client-Cert', field(expired.certificate)])).status).toBe(401);
      });

      it.each<[string, [string, string][]]>([
        ['none', []],
        ['an empty field', [['Client-Cert', '']]],
        ['no byte sequence', [['Client-Cert', field(certificate).slice(1, -1)]]],
        ['bytes that are no certificate', [['Client-Cert', ':AAAA:']]],
        ['a PEM text', [['Client-Cert', encodeURIComponent(certificate)]]],
        [
          'two',
          [
            ['Client-Cert', field(certificate)],
            ['Client-Cert', field(certificate)],
          ],
        ],
        [
          'a chain that can not be read',
          [
            ['Client-Cert', field(certificate)],
            ['Client-Cert-Chain', 'x'],
          ],
        ],
      ])('gets 401 when it passes on %s', async (_, headers) => {
        const response = await ask(...headers);
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({status: 'Unauthorized', code: 401});
      });
    },
    {TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '10.0.0.0/8, 127.0.0.0/8'},
  );
});

describe('an address that is not a trusted proxy', () => {
  onEachStore(
    ({url}) => {
      it('is nobody, whatever it passes on', async () => {
        const headers = {'Client-Cert': field(certificate)};
        expect((await fetch(`${url}/calendar/1/frister`, {headers})).status).toBe(401);
      });
    },
    {TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES: '10.0.0.0/8'},
  );
});

describe('a service without issuers', () => {
  onEachStore(({url}) => {
    it('takes no certificate', async () => {
      expect((await fetch(`${url}/calendar/1/frister`)).status).toBe(401);
    });
  });
});
