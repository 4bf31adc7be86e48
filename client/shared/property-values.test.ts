import {cvrList} from '../frist/model/cvrs.ts';
import {describe, expect, it, vi} from 'vitest';

import {dayOf} from '../frist/model/dates.ts';
import {flag, headingLevel, link, numberTo, oneOf, record, serviceUrl, text} from './property-values.ts';

const none = () => undefined;

describe('a list of CVR numbers', () => {
  it.each<[unknown, string]>([
    ['12345674', '12345674'],
    [12345674, '12345674'],
    ['12 34 56 74', '12345674'],
    ['12\u00a034\u00a056\u00a074', '12345674'],
    ['12.34.56.74', '12345674'],
    ['12-34-56-74', '12345674'],
    ['DK12345674', '12345674'],
    ['dk 12 34 56 74', '12345674'],
    ['CVR: 12345674', '12345674'],
    ['12345674 44556677', '12345674 44556677'],
    ['12345674\n  44556677', '12345674 44556677'],
    ['12 34 56 74 44 55 66 77', '12345674 44556677'],
    ['12345674, 44556677', '12345674 44556677'],
    ['12345674;44556677', '12345674 44556677'],
    ['DK12345674, DK44556677', '12345674 44556677'],
    ['12345674,12345674 12 34 56 74', '12345674'],
    [[12345674, '44556677'], '12345674 44556677'],
    [['DK 12 34 56 74', ' 44556677 '], '12345674 44556677'],
    ['["12345674","44556677"]', '12345674 44556677'],
    [[], ''],
    ['  ', ''],
  ])('%j is %j', (value, expected) => {
    const warn = vi.fn();
    expect(cvrList(value, warn)).toBe(expected);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each<[unknown, string]>([
    ['1234567', '1234567'],
    ['123456789', '123456789'],
    ['12345674 123', '12345674'],
    ['1234567, 44556677', '44556677'],
    [[12345674, null], '12345674'],
    [[Symbol('cvr')], ''],
    ['no company', 'no company'],
    [{cvr: '12345674'}, ''],
  ])('%o is %j, with a warning', (value, expected) => {
    const warn = vi.fn();
    expect(cvrList(value, warn)).toBe(expected);
    expect(warn).toHaveBeenCalled();
  });

  it('of a megabyte is read in one pass', () => {
    expect(cvrList('12345674 '.repeat(120_000), none)).toBe('12345674');
    expect(cvrList('1 '.repeat(500_000), none)).toBe('11111111');
  });
});

describe('the base URL of a service', () => {
  const {origin} = location;

  it.each<[unknown, string | undefined]>([
    ['https://tavle.example.dk', 'https://tavle.example.dk'],
    [' https://tavle.example.dk/// ', 'https://tavle.example.dk'],
    ['https://tavle.example.dk/tavle/?a=1#b', 'https://tavle.example.dk/tavle'],
    ['HTTPS://Tavle.Example.DK/', 'https://tavle.example.dk'],
    ['https://user:secret@tavle.example.dk', 'https://tavle.example.dk'],
    [new URL('https://tavle.example.dk/'), 'https://tavle.example.dk'],
    ['tavle.example.dk', 'https://tavle.example.dk'],
    ['tavle.example.dk:8443/tavle/', 'https://tavle.example.dk:8443/tavle'],
    ['//tavle.example.dk/', `${location.protocol}//tavle.example.dk`],
    ['localhost:8080', 'http://localhost:8080'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['/', origin],
    ['/tavle/', `${origin}/tavle`],
    ['tavle', undefined],
    ['', undefined],
    ['https://', undefined],
    ['https://[x', undefined],
    ['ftp://tavle.example.dk', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    [{}, undefined],
    [Symbol('api'), undefined],
    [NaN, undefined],
  ])('%o is %j', (value, expected) => {
    expect(serviceUrl(value)).toBe(expected);
  });
});

it.each<[string, (value: unknown, warn: () => void) => unknown, unknown, unknown]>([
  ['heading level', headingLevel, 'h3', 3],
  ['heading level', headingLevel, 'H1', 1],
  ['heading level', headingLevel, ' 4 ', 4],
  ['heading level', headingLevel, 6, 6],
  ['heading level', headingLevel, 0, undefined],
  ['heading level', headingLevel, 7, undefined],
  ['heading level', headingLevel, 2.5, undefined],
  ['heading level', headingLevel, NaN, undefined],
  ['number', numberTo(10), '7', 7],
  ['number', numberTo(10), '2.7', 2],
  ['number', numberTo(10), 0, 1],
  ['number', numberTo(10), 1e9, 10],
  ['number', numberTo(10), 'abc', undefined],
  ['number', numberTo(10), ' ', undefined],
  ['number', numberTo(10), [5], undefined],
  ['choice', oneOf('month', 'list'), 'Month', 'month'],
  ['choice', oneOf('month', 'list'), 'week', undefined],
  ['flag', flag, true, true],
  ['flag', flag, '', true],
  ['flag', flag, 'remember', true],
  ['flag', flag, 'false', false],
  ['flag', flag, 0, false],
  ['flag', flag, {}, undefined],
  ['text', text, ' Frister ', 'Frister'],
  ['text', text, 7, '7'],
  ['text', text, 'half \ud800', 'half \ufffd'],
  ['text', text, {}, undefined],
  ['link', link, '/log-paa', '/log-paa'],
  ['link', link, '/frist/{id}?cvr={cvr}', '/frist/{id}?cvr={cvr}'],
  ['link', link, 'javascript:alert(1)', undefined],
  ['link', link, ' java\nscript:alert(1)', undefined],
  ['link', link, 'data:text/html,x', undefined],
  ['record', record, '{"a":"b"}', {a: 'b'}],
  ['record', record, '{', undefined],
  ['record', record, '[]', undefined],
  ['record', record, 'null', undefined],
  ['day', dayOf, '2026-12-01', '2026-12-01'],
  ['day', dayOf, '2026-12-01T10:00:00Z', '2026-12-01'],
  ['day', dayOf, new Date('2026-11-30T23:30:00Z'), '2026-12-01'],
  ['day', dayOf, new Date(NaN), undefined],
  ['day', dayOf, new Date(1e15), undefined],
  ['day', dayOf, '2026-02-30', undefined],
  ['day', dayOf, 20261201, undefined],
])('as a %s, %o %o is %o', (_, parse, value, expected) => {
  expect(parse(value, none)).toEqual(expected);
});
