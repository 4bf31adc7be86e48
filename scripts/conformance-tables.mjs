import {readFileSync} from 'node:fs';

/*
 * The tables of docs/reference/conformance.md: each operation and each rule of a field, with the test that proves it. The tests go through the same
 * OpenAPI description, so a new operation or field is in both.
 */

/** @typedef {Record<string, any>} Schema */

/** The rules of a field, each with the test of `fieldTests` that proves it.
 * @type {readonly {applies: (forms: readonly Schema[], isRequired: boolean) => unknown, rule: (forms: readonly Schema[]) => string, title: string}[]} */
const fieldRules = [
  {
    applies: (_, isRequired) => isRequired,
    rule: () => 'required',
    title: 'returns 422 when %s is missing but required',
  },
  {
    applies: forms => forms.some(({type}) => type === 'null'),
    rule: () => 'may be null',
    title: 'accepts null for %s only if the schema does, and otherwise returns 422',
  },
  {
    applies: () => true,
    rule: forms => nameForms(forms),
    title: 'returns 400 and names %s when it has a wrong type',
  },
  {
    applies: forms => forms.some(({maxLength, format}) => maxLength !== undefined && format === undefined),
    rule: forms =>
      `at most ${forms
        .map(({maxLength}) => maxLength)
        .find(Boolean)
        .toLocaleString('en')} characters`,
    title: 'accepts the longest text in %s, and returns 422 for one more character',
  },
  {
    applies: forms => forms.some(({format}) => format === 'uri'),
    rule: () => 'absolute http or https URL',
    title: 'accepts URLs of http and https in %s, and returns 422 for others and for one that is too long',
  },
  {
    applies: forms => forms.some(form => form.enum),
    rule: forms => `one of ${forms.flatMap(form => form.enum ?? []).length} values`,
    title: 'accepts each allowed value of %s, and returns 422 for another',
  },
  {
    applies: forms => forms.some(({items}) => items),
    rule: forms => `at most ${forms.flatMap(({maxItems}) => maxItems ?? [])[0].toLocaleString('en')} items`,
    title: 'returns few messages for a long list of invalid items in %s, and one for a list that is too long',
  },
];

const files = {
  operations: 'server/openapi/openapi-contract.test.ts',
  fields: 'server/openapi/field-errors.test.ts',
};

const operationTests = [
  'every operation returns its documented response to its example',
  'every documented error status',
  'an invalid request never gets an undocumented status',
];

for (const title of operationTests) requireTest(files.operations, title);
for (const {title} of fieldRules) requireTest(files.fields, title);

/** Returns the rows of a table. The first one is the head.
 * @param {string} name `operations`, `tests`, or the id of an operation with a body.
 * @param {readonly any[]} operations of the OpenAPI document
 * @param {any} document
 * @returns {string[][]} */
export function conformanceTable(name, operations, document) {
  if (name === 'tests') {
    return [
      ['', 'Test'],
      ...fieldRules.map(({title}, index) => [String(index + 1), title.replace('%s', '…')]),
    ];
  }
  if (name === 'operations') {
    return [
      ['Operation', 'Request', 'Documented status codes'],
      ...operations
        .filter(({tags}) => !tags.includes('Service'))
        .map(({operationId, method, path, responses}) => [
          `\`${operationId}\``,
          `\`${method} ${path}\``,
          Object.keys(responses)
            .filter(code => code !== 'default')
            .join(', '),
        ]),
    ];
  }
  const {properties, required = []} = document.components.schemas[name];
  const rows = Object.entries(properties).map(([field, schema]) => {
    const forms = schema.oneOf ?? [schema];
    const rules = fieldRules.flatMap(({applies, rule}, index) =>
      applies(forms, required.includes(field)) ? [`${rule(forms)} (${index + 1})`] : [],
    );
    return [`\`${field}\``, rules.join('; ')];
  });
  return [['Field', 'Rules, with the number of the test'], ...rows];
}

/** @param {readonly Schema[]} forms */
function nameForms(forms) {
  const names = forms.flatMap(({type}) => (type === 'null' ? [] : [type ?? 'object']));
  return [...new Set(names)].join(' or ');
}

/** @param {string} file @param {string} title */
function requireTest(file, title) {
  if (!readFileSync(file, 'utf8').includes(title)) throw new Error(`${file} has no test "${title}".`);
}
