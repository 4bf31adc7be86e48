import fc from 'fast-check';
import {expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import {createListedForms, type ListedForm} from './listed-forms.ts';

/** A form whose text has the maximum length, so a supplier can have some thousand of them. */
function formOf(cvr: string, number: number): ListedForm {
  return {
    id: `${cvr}/${number}`,
    sortKey: String(number),
    text: 'x'.repeat(bounds.maxSearchedFormBytes),
    masterId: '0',
    permalink: 'x',
    deleted: false,
    version: 2,
    fields: {titel: 'x', udstillere: 'x'},
    cvr,
    changed: number,
  };
}

const maxForms = Math.floor(bounds.maxSearchedBytes / bounds.maxSearchedFormBytes);

it('leaves out the newest forms of the supplier that has most, and all forms of the others stay', () => {
  const full: string[] = [];
  const forms = createListedForms(cvr => full.push(cvr));
  for (let number = 0; number < 200; number += 1) {
    forms.put(formOf('small', number));
  }
  let admitted = 0;
  for (let number = 0; number < 2 * maxForms; number += 1) {
    const form = formOf('large', number);
    if (forms.admits(form)) {
      forms.put(form);
      admitted += 1;
    }
  }
  for (let number = 200; number < 400; number += 1) forms.put(formOf('small', number));
  const countOf = (cvr: string) => forms.all().filter(form => form.cvr === cvr).length;
  expect(full).toEqual(['large']);
  expect(countOf('small')).toBe(400);
  expect(countOf('large')).toBeGreaterThan(maxForms * 0.8);
  expect(forms.all().filter(form => form.cvr === 'large')).toEqual(
    Array.from({length: countOf('large')}, (_, number) => formOf('large', number)),
  );
  expect(forms.leftOut).toBe(admitted - countOf('large'));
});

it('keeps the bounds of memory and searched text, whatever suppliers store', () => {
  const letters = fc.constantFrom('x', 'æ', '語');
  const shape = fc.record({
    letter: letters,
    title: fc.integer({min: 1, max: 255}),
    text: fc.integer({min: 1, max: bounds.maxSearchedFormBytes}),
    authorities: fc.integer({min: 0, max: bounds.maxListItems}),
  });
  fc.assert(
    fc.property(fc.array(shape, {minLength: 1, maxLength: 5}), shapes => {
      const forms = createListedForms(() => undefined);
      const fields = shapes.map(({letter, title, authorities}) => ({
        titel: letter.repeat(title),
        valgteMyndigheder: Array.from({length: authorities}, () => '101'),
      }));
      for (let number = 0; forms.leftOut === 0; number += 1) {
        const place = number % shapes.length;
        const text = 'x'.repeat(shapes[place]?.text ?? 0);
        const form = formOf(String(number % 3), number);
        forms.put({...form, text, version: 1, fields: fields[place]} as ListedForm);
      }
      const sumOf = (bytesOf: (form: ListedForm) => number) =>
        forms.all().reduce((sum, form) => sum + bytesOf(form), 0);
      expect(sumOf(({text}) => text.length)).toBeLessThanOrEqual(bounds.maxSearchedBytes);
      const memory = sumOf(form => {
        const {titel, valgteMyndigheder} = form.fields as {titel: string; valgteMyndigheder: string[]};
        return (
          1_000 +
          form.text.length +
          titel.length * (titel.startsWith('語') ? 2 : 1) +
          valgteMyndigheder.length * 8
        );
      });
      expect(memory).toBeLessThanOrEqual(bounds.maxListedFormBytes);
    }),
    {numRuns: 5},
  );
});
