import {describe, expect, it} from 'vitest';

import {sendBytes} from '../testing/raw-client.ts';
import {useTestService} from '../testing/service.ts';

const {url, issuer} = await useTestService();

const states = `${url}/dashboard/1/apps/state`;

describe('an error', () => {
  it.each([
    ['GET', '/nowhere', 404, 'Not Found'],
    ['GET', '/Dashboard/1/apps/state', 404, 'Not Found'],
    ['GET', '/dashboard/1/apps/%', 400, 'Bad Request'],
    ['GET', '/schema/Formular-1.json', 404, 'Not Found'],
    ['POST', '/dashboard/1/apps/state', 405, 'Method Not Allowed'],
    ['PATCH', '/dashboard/1/apps/state?app=a', 405, 'Method Not Allowed'],
    ['PROPFIND', '/dashboard/1/apps/state', 501, 'Not Implemented'],
  ])('of %s %s has the error body', async (method, path, code, status) => {
    const response = await fetch(url + path, {method});
    expect(response.status).toBe(code);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({status, code, message: expect.any(String) as string});
    if (code === 405) expect(response.headers.get('allow')).toBe('HEAD, GET, PUT');
  });

  it.each([
    ['a query of 2 MB', `GET /dashboard/1/apps/state?apps=${'x'.repeat(2_000_000)} HTTP/1.1\r\n\r\n`, 431],
    ['a header of 40 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['an invalid method', 'GRAB / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['data that is not HTTP', 'hello\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n',
      417,
    ],
  ])('of %s has the error body', async (_, bytes, code) => {
    const response = await sendBytes(url, bytes);
    expect(response).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `));
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({code});
  });
});

it('names the method in the message about a request whose method is not known', async () => {
  expect(await sendBytes(url, 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n')).toContain('with a known method');
});

const sendHosts = (version: string, hosts: string) =>
  sendBytes(url, `GET /health/live HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`);

it.each([
  ['no Host', '1.1', ''],
  ['two Hosts', '1.1', 'Host: a\r\nHost: a\r\n'],
  ['two Hosts in HTTP/1.0', '1.0', 'Host: a\r\nhost: b\r\n'],
  ['a Host with a space', '1.1', 'Host: a b\r\n'],
  ['a Host with a path', '1.1', 'Host: a/b\r\n'],
  ['a Host with an invalid port', '1.1', 'Host: a:b\r\n'],
])('rejects a request with %s', async (_, version, hosts) => {
  const response = await sendHosts(version, hosts);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({code: 400});
});

it.each([
  ['no Host in HTTP/1.0', '1.0', ''],
  ['a Host with a port', '1.1', 'Host: tavle.example.dk:8080\r\n'],
  ['an IPv6 address as its Host', '1.1', 'Host: [::1]:8080\r\n'],
  ['an empty Host', '1.1', 'Host:\r\n'],
])('accepts a request with %s', async (_, version, hosts) => {
  expect(await sendHosts(version, hosts)).toMatch(/^HTTP\/1\.1 200 /);
});

describe('CORS', () => {
  const portal = 'https://portal.example.dk';
  const preflight = (origin: string, method: string, headers = 'authorization') =>
    fetch(`${states}?app=cvr&activated=true`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });

  it('allows the origin of a configured portal', async () => {
    const response = await preflight(portal, 'PUT');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(portal);
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it.each([
    'traceparent',
    'authorization,baggage,sentry-trace,traceparent,tracestate',
    'authorization, x-datadog-trace-id, b3, newrelic, uber-trace-id',
    `x-${'a'.repeat(900)}`,
  ])('allows the headers %s, which a monitoring script adds', async headers => {
    const allowed = (await preflight(portal, 'PUT', headers)).headers.get('access-control-allow-headers');
    for (const name of ['Content-Type', ...headers.split(/, ?/)])
      expect(allowed?.split(/, ?/)).toContain(name);
    const refused = (await preflight('https://evil.example', 'PUT', headers)).headers;
    for (const name of ['headers', 'methods', 'origin'])
      expect(refused.get(`access-control-allow-${name}`)).toBeNull();
  });

  it.each(['a b', 'a,,b', 'a;b', '"a"', 'é', ',', `x-${'a'.repeat(1_000)}`])(
    'ignores %s, which is not a list of header names or too long',
    async headers => {
      const response = await preflight(portal, 'PUT', headers);
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-headers')).toBe(
        'Authorization,Content-Type,If-Match,If-None-Match',
      );
    },
  );

  it('allows such headers from any origin for published forms', async () => {
    const {status, headers} = await fetch(`${url}/formularer/1`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://any.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'sentry-trace,traceparent',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('GET');
    expect(headers.get('access-control-allow-headers')).toMatch(/,sentry-trace,traceparent$/);
    expect(headers.get('vary')).toBeNull();
  });

  it.each([
    'https://evil.example',
    'https://portal.example.dk.evil.example',
    'http://portal.example.dk',
    'null',
  ])('refuses the origin %s', async origin => {
    const refused = await preflight(origin, 'PUT');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    const response = await fetch(`${states}?apps=cvr`, {headers: {origin}});
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it('allows pages to read errors', async () => {
    const response = await fetch(`${states}?apps=cvr`, {headers: {origin: portal}});
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe(portal);
  });

  it.each([
    ['/metrics', 200],
    ['/calendar/1/frister', 401],
    ['/dia/1/formular/1.1', 401],
    ['/dia/2/formular/10150817', 401],
  ])('refuses %s, which is not for browsers', async (path, status) => {
    const response = await fetch(url + path, {headers: {origin: portal}});
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const asked = {origin: portal, 'access-control-request-method': 'PUT'};
    const preflight = await fetch(url + path, {method: 'OPTIONS', headers: asked});
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('includes neither URLs nor person ids in the metrics', async () => {
  await fetch(`${states}?apps=measured-app`, {headers: await issuer.authorize('measured-person')});
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(
    /tavle_http_request_duration_seconds_count\{.*route="\/dashboard\/1\/apps\/state",status="200"\} \d/,
  );
  expect(metrics).not.toContain('measured');
});
