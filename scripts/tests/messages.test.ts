import {expect, it} from 'vitest';

import {messageTable} from '../messages.mjs';

const forCallers = rowsOf('callers');
const forOperators = rowsOf('operators');

it('lists the messages of a schema that also has a description, and no descriptions', () => {
  const table = messageTable('callers');
  expect(table).toContain('| Must not be blank. | field |');
  expect(table).toContain('| Must have six digits. | field |');
  expect(table).not.toContain('The code of the mail.');
});

// The tests in server/openapi compare each message that they get with the page.
it.each([
  'Must be one of aktiv-top, integration-iframe-916. Did you mean aktiv-top?',
  'Must be the abbreviation of an authority of the portal: "SKATT" is not one. Did you mean SKAT?',
  'The form variant was created: 1.1',
  'Must be a list of names.',
  'Must be a whole number, or text of one.',
])('lists for callers: %s', message => {
  expect(forCallers.filter(row => row.test(message))).not.toEqual([]);
});

it.each([
  'TAVLE_TLS_KEY: Is needed with TAVLE_TLS_CERT.',
  'TAVLE_LOG_LEVEL: Must be one of fatal, error.',
  'TAVLE_PUBLIC_URL: Must be an absolute http or https URL.',
  'TAVLE_FOO: unknown setting.',
  'TAVLE_PORTS: unknown setting. Did you mean TAVLE_PORT?',
  'TAVLE_PORTAL: cannot read nope.json (ENOENT).',
  'TAVLE_TLS_CERT, TAVLE_TLS_KEY: error:05800074:x509 certificate routines::key values mismatch. Set TAVLE_TLS_KEY to the key of the first certificate in TAVLE_TLS_CERT.',
  'TAVLE_PORT: 127.0.0.1:8080 is already in use (EADDRINUSE). Stop the process that uses it, or set another port.',
  'TAVLE_TOKEN_JWKS: cannot fetch the key set from https://x.dk/jwks: fetch failed.',
  'TAVLE_SMTP_URL: cannot use the mail server smtp://127.0.0.1:1: refused',
  'is damaged in line 3: it is not JSON.',
  'a warning was not sent and is sent again the next morning',
  'a mail was not sent and is sent again',
  'a line is missing in the audit log',
  'the audit log can be written again',
  'stopping failed',
  'a background job failed',
  'request failed',
])('lists for operators: %s', message => {
  const [, text = ''] = /^TAVLE_\w+: (.*)$/.exec(message) ?? [];
  expect(forOperators.filter(row => row.test(message) || row.test(text))).not.toEqual([]);
});

it('lists lines of the log for operators only', () => {
  expect(forCallers.filter(row => row.test('a mail was not sent and is sent again'))).toEqual([]);
});

/** Returns a pattern for each message with more words than `Must be`: `…` stands for a value. */
function rowsOf(reader: 'callers' | 'operators'): RegExp[] {
  const rows = Array.from(messageTable(reader).matchAll(/^\| (.*?) \|/gm), ([, text = '']) => text);
  return rows
    .filter(row => /[a-z]{2}.* /i.test(row.replaceAll('…', '')) && !/^Must be …(?:, not null)?\.$/.test(row))
    .map(
      row =>
        new RegExp(
          `^${row
            .split('…')
            .map(part => part.replaceAll('&lt;', '<').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
            .join('.*')}$`,
        ),
    );
}
