import fc, {type Arbitrary} from 'fast-check';

import type {Endpoint} from './document.ts';
import type {createFuzzCredentials} from './fuzz-credentials.ts';

type CredentialsOf = Awaited<ReturnType<typeof createFuzzCredentials>>;

const firstLines = [
  'POST /calendar/1/frister HTTP/1.1',
  'POST /calendar/1/frister HTTP/9.9',
  'POST  /calendar/1/frister HTTP/1.1',
  'POST /calendar/1/\0 HTTP/1.1',
  'POST /calendar/1/fris ter HTTP/1.1',
  'CONNECT example.dk:443 HTTP/1.1',
  'PRI * HTTP/2.0',
  'NONSENSE / HTTP/1.1',
  'POST /calendar/1/frister',
  '\x16\x03\x01\x02\0\x01\0',
  '',
];

const headerLines = [
  'content-length: 5',
  'content-length: 500000',
  'content-length: -1',
  'content-length: 1e3',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked, identity',
  'transfer-encoding: xchunked',
  'content-length : 7',
  ' folded: line',
  'name\0: value',
  'value: \x01\x02',
  'no colon',
  ': no name',
  'host: other.example',
  'upgrade: websocket\r\nconnection: upgrade',
  'expect: 100-continue',
  `long: ${'x'.repeat(33_000)}`,
];

const bodies = [
  '',
  '{}',
  '{"overskrift":',
  '5\r\n{"a":\r\n',
  'zz\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n{}',
  '2;x="y\r\n{}\r\n0\r\nTrailer: 1\r\n\r\n',
];

/** Generates random bytes, malformed requests and truncated requests, which the service must reject, for `fuzz.test.ts`. Add a broken line to a list above. */
export function brokenBytes(
  operations: readonly Endpoint[],
  credentialsOf: CredentialsOf,
): Arbitrary<Buffer> {
  const deliver = operations.find(({operation}) => operation.operationId === 'opretFrist');
  const known = deliver ? credentialsOf(deliver).map(([name, value]) => `${name}: ${value}`) : [];

  const malformed = fc
    .record({
      first: fc.constantFrom(...firstLines),
      headers: fc.subarray([...headerLines]),
      body: fc.constantFrom(...bodies),
      end: fc.constantFrom('\r\n', '\n', '\r'),
    })
    .map(({first, headers, body, end}) => {
      const head = [first, 'host: localhost', 'content-type: application/json', ...known, ...headers];
      return Buffer.from(`${head.join(end)}${end}${end}${body}`, 'latin1');
    });
  const truncated = fc
    .record({bytes: malformed, share: fc.double({min: 0, max: 1, noNaN: true})})
    .map(({bytes, share}) => bytes.subarray(0, Math.floor(bytes.length * share)));
  return fc.oneof(
    malformed,
    truncated,
    fc.uint8Array({maxLength: 500}).map(bytes => Buffer.from(bytes)),
  );
}
