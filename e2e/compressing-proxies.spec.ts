import {requiredV2} from '../server/testing/bodies.ts';
import {callerWith, clientCertField, organisation, proxySettings} from '../server/testing/certificates.ts';
import {compressingProxies, startCompressingProxy} from './support/compressing-proxy.ts';
import {dafolo, expect, skat, test} from './support/test.ts';

/** Enough for a response that is worth compressing. */
const apps = Array.from({length: 40}, (_, index) => `app-${index}`);

const company = '24256790';
const frist = {
  overskrift: 'Moms',
  beskrivelse: '<p>Betal</p>'.repeat(20),
  fristDato: '01-03-2035',
  modtagere: company,
};

const published = {
  ...requiredV2,
  kortBeskrivelse: 'Jord, der flyttes. '.repeat(8),
  urlProd: 'https://dafolo.example.dk/jord',
  publiceringsdato: '2015-12-14',
};

for (const name of Object.keys(compressingProxies) as (keyof typeof compressingProxies)[]) {
  test(`behind ${name}, which compresses and changes each ETag, conditional requests work`, async ({
    start,
    withOrganisations,
    issuer,
    directory,
  }) => {
    const {TAVLE_PORTAL} = withOrganisations;
    const service = await start({...proxySettings, TAVLE_PORTAL, TAVLE_CVR_CHECK: 'off'});
    const proxy = await startCompressingProxy(name, service.url, directory);
    const call = callerWith(proxy.url);
    const direct = callerWith(service.url);
    const coding = {'accept-encoding': name.endsWith('brotli') ? 'br' : 'gzip'};
    const as = async (cvr: string) => ({
      'client-cert': clientCertField((await organisation(cvr)).certificate),
    });
    const [authority, supplier] = [await as(skat), await as(dafolo)];
    const person = await issuer.authorize('ada', company);

    /** Reads through the proxy. Returns the tag that the proxy has changed. */
    async function tagOf(path: string, headers: Record<string, string>): Promise<string> {
      const compressed = await fetch(proxy.url + path, {headers: {...headers, ...coding}});
      expect(compressed.status, path).toBe(200);
      expect(compressed.headers.get('content-encoding'), path).toBe(coding['accept-encoding']);
      const {etag} = (await direct('GET', path, undefined, headers)).headers;
      const changed = compressed.headers.get('etag') ?? '';
      expect(changed, path).not.toBe(etag);
      return changed;
    }

    /** Requires that each change needs the newest tag. */
    async function change(
      method: string,
      path: string,
      read: string,
      headers: Record<string, string>,
      body: object,
    ) {
      const [old, other] = [await tagOf(read, headers), {...headers, 'if-match': '"other-gzip", W/"other"'}];
      expect((await call(method, path, body, other)).status, path).toBe(412);
      expect((await call(method, path, body, {...headers, 'if-match': old})).status, path).toBeLessThan(300);
      expect((await call(method, path, body, {...headers, 'if-match': old})).status, path).toBe(412);
    }

    try {
      expect((await call('POST', '/calendar/1/frister', frist, authority)).status).toBe(201);
      const form = `/dia/2/formular/${dafolo}/jord`;
      expect((await call('PUT', form, published, supplier)).status).toBe(201);
      const {url} = (await call('POST', `/calendar/1/virksomheder/${company}/abonnement`, undefined, person))
        .body as {url: string};
      const [state, order] = ['/dashboard/1/apps/state', '/dashboard/1/apps/order'];
      expect((await call('PUT', order, {apps}, person)).status).toBe(200);
      const reads: [string, Record<string, string>][] = [
        ['/calendar/1/frister', authority],
        ['/calendar/1/frister/1', authority],
        [`/calendar/1/virksomheder/${company}/frister`, person],
        [`/calendar/1/virksomheder/${company}/frister/1`, person],
        [new URL(url).pathname, {}],
        [`/dia/2/formular/${dafolo}`, supplier],
        [form, supplier],
        [`${state}?${apps.map(app => `apps=${app}`).join('&')}`, person],
        [order, person],
        ['/formularer/1', {}],
        ['/openapi.json', {}],
      ];
      for (const [path, headers] of reads) {
        const tag = await tagOf(path, headers);
        const known = {...headers, ...coding, 'if-none-match': `"other", ${tag}`};
        expect((await call('GET', path, undefined, known)).status, path).toBe(304);
      }
      // The service has a compressed file itself, which the proxy leaves as it is.
      const script = await call('GET', '/embed/tavle.js', undefined, coding);
      const same = {...coding, 'if-none-match': String(script.headers.etag)};
      expect((await call('GET', '/embed/tavle.js', undefined, same)).status).toBe(304);

      const later = {...frist, overskrift: 'Moms, rettet'};
      await change('PUT', '/calendar/1/frister/1', '/calendar/1/frister/1', authority, later);
      await change('PUT', form, form, supplier, {...published, titel: 'Rettet'});
      await change('PUT', order, order, person, {apps: [...apps].reverse()});
      const last = await tagOf('/calendar/1/frister/1', authority);
      const remove = await call('DELETE', '/calendar/1/frister/1', undefined, {
        ...authority,
        'if-match': last,
      });
      expect(remove.status).toBe(200);
    } finally {
      await proxy.stop();
    }
  });
}
