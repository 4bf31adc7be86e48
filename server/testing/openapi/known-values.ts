/*
 * Random valid values by field name, for `fuzz.test.ts`: for fields that depend on the test portal or the date, or that no `pattern` describes.
 * Add a field if the test reports that most requests were refused.
 */

import fc from 'fast-check';

import {anyCharacter} from '../any-character.ts';
import {erst, skat} from '../service.ts';
import type {NamedArbitraries} from './arbitrary-of-schema.ts';

const day = (from: string, to: string) =>
  fc
    .date({min: new Date(from), max: new Date(to), noInvalidDate: true})
    .map(date => date.toISOString().slice(0, 10).split('-').reverse().join('-'));

const datetime = (from: string, to: string) =>
  fc.option(
    fc
      .date({min: new Date(from), max: new Date(to), noInvalidDate: true})
      .chain(date =>
        fc.constantFrom(date.toISOString().replace(/\.\d+/, ''), date.toISOString().slice(0, 10)),
      ),
  );

/** A text that shows something, without control characters. */
const visible = (maxLength: number) =>
  fc
    .string({unit: anyCharacter.filter(character => !/[^\P{Cc}\t\n\r]/u.test(character)), maxLength})
    .map(text => `x${text}`);
const visibleText = visible(120);

const someOf = <Value>(...values: Value[]) => fc.subarray(values, {minLength: 1});

/** Valid values that depend on the test portal and the current date. */
export const knownValues: NamedArbitraries = {
  overskrift: visibleText,
  beskrivelse: visibleText,
  titel: visibleText,
  navn: visible(90),
  fristDato: day('2090-01-01', '2199-12-31'),
  modtagere: someOf('12345674', skat, erst).map(companies => companies.join(' , ')),
  afsenderCvr: fc.constantFrom(skat, null),
  masterId: fc.constantFrom(30272, '30272'),
  valgteMyndigheder: someOf<unknown>(760, '492', 101),
  udstillere: fc.constantFrom('SKST', ' ERST '),
  // These two are always in order, also with the example's publiceringsdato.
  publiceringsdato: datetime('1900-01-02', '2020-12-31'),
  afpubliceringsdato: datetime('2021-01-02', '2199-12-30'),
  // Omitted: a field in both spellings would usually have two values.
  utlTilVejledning: fc.constant(undefined),
  forventetIdriftsat: fc.constant(undefined),
  virksomheder: fc.constantFrom(['12345674']),
  cvr: fc.constantFrom(['12345674']),
  email: fc.nat().map(number => `x${number}@example.dk`),
  dage: someOf(30, 14, 7, 3, 1, 0),
  // Unknown apps are valid.
  apps: fc.uniqueArray(fc.oneof(fc.constantFrom('frister', 'cvr'), fc.stringMatching(/^[\w.-]{1,100}$/)), {
    minLength: 1,
  }),
  // Only the service creates cursors.
  efter: fc.constant(''),
  app: fc.constantFrom('frister', 'cvr', 'tilladelser'),
  fra: day('2000-01-01', '2050-01-01'),
  til: day('2050-01-01', '2120-01-01'),
};
