import fc, {type Arbitrary} from 'fast-check';
import {gzipSync} from 'node:zlib';

import {anyCharacter} from '../any-character.ts';
import type {RawRequest} from '../raw-client.ts';

/** Changes a request, usually into an invalid one. For `fuzz.test.ts`: add an odd value to a list below, and a kind of mutation to `mutations`. */
export type Mutation = (request: RawRequest) => RawRequest;

const markup = '"><script>alert(1)</script>';

/** Returns a placeholder for JSON that JSON.stringify cannot write. */
const verbatim = (json: string) => `verbatim:${json}:`;

const toJson = (value: unknown) => JSON.stringify(value).replace(/"verbatim:(.*?):"/g, '$1');

const nested = (levels: number) =>
  Array.from({length: levels}).reduce<unknown>(inner => ({a: [inner]}), 'deep');

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, Number.MAX_VALUE, '', ' ', [], [[]], {}, markup),
  fc.constantFrom<unknown>('\0', 'a\u0007b\u001b[31m', '\ud800', 'x\udfff', '\u2028', '\u{e0001}', '\ufeff'),
  fc.constantFrom('../../etc/passwd', 'constructor', '%00', '\r\nX-Injected: 1', 'javascript:alert(1)'),
  fc.constantFrom(
    '31-02-2099',
    '01-01-0000',
    '99-99-9999',
    '2099-01-01',
    '+275760-09-13',
    '0000-00-00',
    '31-12-9999',
    '01-01-2200',
    '1800-01-01',
    '0001-01-01',
    '9999-12-31T23:59:59-23:59',
  ),
  fc.constantFrom('00000000', '12345678', '12345674,'.repeat(500), ',,', '٣٤٥٦٧٨٩٠'),
  fc.constantFrom('x'.repeat(256), 'æ'.repeat(10_001), '😀'.repeat(201), nested(16), nested(400)),
  fc.constantFrom('1e400', '-0', '1'.repeat(400), '0.1e-400', '"\\ud800"').map(verbatim),
  fc.string({unit: anyCharacter, maxLength: 50}),
  fc.jsonValue(),
);

const oddKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'fristId', 'diaId', 'version', '\0', '\ud800'),
  fc.string({unit: anyCharacter, maxLength: 20}),
);

/** Sets or removes a field of the body. */
const oddField = fc
  .record({
    index: fc.nat(60),
    key: fc.option(oddKey, {freq: 3}),
    value: fc.option(oddValue, {freq: 5, nil: undefined}),
  })
  .map(({index, key, value}): Mutation => {
    return request => {
      const fields = fieldsOf(request);
      const names = Object.keys(fields);
      const name = key ?? names[index % Math.max(names.length, 1)] ?? 'a';
      const changed = Object.entries(fields).filter(([other]) => other !== name);
      const all = value === undefined ? changed : [...changed, [name, value] as const];
      return {...request, body: Buffer.from(toJson(Object.fromEntries(all)))};
    };
  });

function fieldsOf({body}: RawRequest): Record<string, unknown> {
  try {
    const value = JSON.parse(body?.toString() ?? '{}') as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const withBody = (change: (body: Buffer) => Buffer): Mutation => {
  return request => ({...request, body: change(request.body ?? Buffer.alloc(0))});
};

const oddBytes: Arbitrary<Mutation> = fc.oneof(
  fc.nat(2_000).map(offset => withBody(body => body.subarray(0, offset % (body.length + 1)))),
  fc
    .record({offset: fc.nat(2_000), bytes: fc.uint8Array({minLength: 1, maxLength: 4})})
    .map(({offset, bytes}) =>
      withBody(body => {
        const at = offset % (body.length + 1);
        return Buffer.concat([body.subarray(0, at), bytes, body.subarray(at)]);
      }),
    ),
  fc.uint8Array({maxLength: 100}).map(bytes => withBody(() => Buffer.from(bytes))),
  fc.jsonValue().map(value => withBody(() => Buffer.from(JSON.stringify(value)))),
  fc.constantFrom(
    withBody(body => Buffer.from(body.toString(), 'utf16le')),
    withBody(body => Buffer.concat([body, body])),
    withBody(body => Buffer.concat([Buffer.from('\ufeff'), body])),
    withBody(body => Buffer.from(gzipSync(body))),
    withBody(() => Buffer.from('['.repeat(50_000))),
    withBody(() => Buffer.from(`{"a":"${'x'.repeat(1024 * 1024)}"}`)),
  ),
);

/** The text of a header value: visible ASCII, spaces, tabs, and 0x80 to 0xff. */
const headerText = fc.string({unit: anyCharacter, maxLength: 40}).map(text =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
);

const headerValues: Readonly<Record<string, readonly string[]>> = {
  'content-type': ['', 'text/plain', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded'],
  'content-encoding': ['gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'constructor', ''],
  'if-match': ['*', '"', '""', 'W/"a"', ',,,', '"a", *', '"wrong"', `"${'x'.repeat(5_000)}"`],
  'if-none-match': ['*', '"', 'W/', 'W/"a",*', ',', '"wrong"', ','.repeat(5_000)],
  'if-modified-since': ['now', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'idempotency-key': ['', 'x', 'x'.repeat(255), 'x'.repeat(256), 'two words', markup, '__proto__'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'rows=1'],
  accept: ['', 'text/html', 'application/xml;q=2', '*/*;q=0', ','.repeat(100)],
  'accept-encoding': ['gzip;q=0', '*', 'br;;;'],
  authorization: ['', 'Bearer', 'Bearer a.b.c', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'bearer  '],
  'client-cert': ['', '::', ':AAAA:', ':====:', ':MIIB:', '-----BEGIN CERTIFICATE-----', markup],
  'client-cert-chain': [':AAAA:', ',', ':AAAA:,'.repeat(500)],
  'x-request-id': [markup, 'x'.repeat(5_000)],
  origin: ['null', 'https://portal.example.dk', 'https://evil.example', markup],
  'access-control-request-method': ['DELETE'],
  expect: ['100-continue', 'the unexpected'],
  'x-forwarded-for': ['127.0.0.1', markup],
  'x-http-method-override': ['DELETE'],
  connection: ['close', 'upgrade'],
};

const headerName = fc.constantFrom(...Object.keys(headerValues));

/** Replaces a header, or adds a second one. */
const oddHeader = headerName
  .chain(name =>
    fc.record({
      name: fc.constant(name),
      value: fc.oneof(fc.constantFrom(...(headerValues[name] ?? [])), headerText),
      keepsOriginal: fc.boolean(),
    }),
  )
  .map(({name, value, keepsOriginal}): Mutation => {
    return request => ({
      ...request,
      headers: [
        ...request.headers.filter(([other]) => keepsOriginal || other !== name),
        [name, value] as const,
      ],
    });
  });

const lostHeader = fc
  .constantFrom('content-type', 'authorization', 'client-cert')
  .map((name): Mutation => request => ({
    ...request,
    headers: request.headers.filter(([other]) => other !== name),
  }));

const oddSegment = fc.oneof(
  fc.constantFrom('.', '..', '%2e%2e', '%2F', '%5C', '%00', '%', '%zz', '%E0%A4', '%C3%28', '%ED%A0%80', '*'),
  fc.constantFrom('0', '-1', '1e3', '01', '9'.repeat(15), '9'.repeat(30), '12345674', 'x'.repeat(3_000), ''),
  fc.constantFrom('__proto__', 'constructor', 'NaN', '\xe6\xf8\xe5', '%F0%9F%98%80', 'a;b=c', 'a:b', '1.1'),
  fc.constant(encodeURIComponent(markup)),
  fc.string({unit: anyCharacter, maxLength: 50}).map(encodeURIComponent),
);

/** Replaces a segment of the path, or inserts one. */
const oddPath = fc
  .record({index: fc.nat(8), segment: oddSegment, replaced: fc.nat(1)})
  .map(({index, segment, replaced}): Mutation => {
    return ({target, ...request}) => {
      const [path = '', ...query] = target.split('?');
      const segments = path.slice(1).split('/');
      const changed = segments.toSpliced(index % (segments.length + 1), replaced, segment);
      return {...request, target: [`/${changed.join('/')}`, ...query].join('?')};
    };
  });

const oddTarget = fc
  .constantFrom<(target: string) => string>(
    target => target.toUpperCase(),
    target => `/${target}`,
    target => `http://evil.example${target}`,
    target => target.replace('?', '/?'),
    target => `${target}#fragment`,
    target => target.replaceAll('/', '\\'),
    target => target.replace('/', '/%2e/'),
    () => '*',
  )
  .map((change): Mutation => request => ({...request, target: change(request.target)}));

const queryPart = fc.oneof(
  fc.constantFrom('apps', 'app', 'activated', 'fra', 'til', 'slettede', 'paamindelse', '__proto__', ''),
  fc.string({unit: anyCharacter, maxLength: 10}).map(encodeURIComponent),
);

const queryValue = fc.oneof(
  fc.constantFrom(
    '',
    'true',
    'false',
    '1',
    '61',
    '01-01-2099',
    '31-02-2099',
    '%',
    '%FF',
    '%00',
    'a&a',
    '[]=1',
  ),
  fc.constantFrom('&apps=x'.repeat(101), 'x'.repeat(5_000), encodeURIComponent(markup)),
  fc.string({unit: anyCharacter, maxLength: 20}).map(encodeURIComponent),
);

/** Adds a parameter, possibly a duplicate, or replaces the query. */
const oddQuery = fc
  .record({
    name: queryPart,
    list: fc.constantFrom('', '', '[]', '%5B0%5D'),
    value: queryValue,
    kept: fc.boolean(),
  })
  .map(({name, list, value, kept}): Mutation => {
    return ({target, ...request}) => {
      const [path = '', query = ''] = target.split('?');
      return {...request, target: `${path}?${kept && query ? `${query}&` : ''}${name}${list}=${value}`};
    };
  });

/** Methods that no operation has. */
const oddMethod = fc
  .constantFrom('PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'HEAD', 'QUERY', 'PURGE')
  .map((method): Mutation => request => ({...request, method}));

/** Combines one to three mutations. Changes fields only if the request has a body. */
export const mutations = (hasBody: boolean): Arbitrary<Mutation> => {
  const anywhere = [oddHeader, lostHeader, oddPath, oddTarget, oddQuery, oddMethod];
  const one = hasBody
    ? fc.oneof({weight: 8, arbitrary: oddField}, {weight: 4, arbitrary: oddBytes}, ...anywhere)
    : fc.oneof(...anywhere, oddBytes);
  return fc
    .array(one, {minLength: 1, maxLength: 3})
    .map(list => request => list.reduce((broken, mutate) => mutate(broken), request));
};
