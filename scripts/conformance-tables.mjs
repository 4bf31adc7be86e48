import {readFileSync} from 'node:fs';

/*
 * Renders the tables of docs/reference/conformance.md, for `docs-tables.mjs`: each operation and each rule of a field, with the test that proves it.
 * The tests and the tables read the same OpenAPI description, so both contain each new operation and field. Add a new kind of rule to `fieldRules`.
 */

/** @typedef {Record<string, any>} Schema */

/** Returns whether the values of a field are URLs. @param {Schema} schema */
export const isUrl = ({pattern = '', format}) => format === 'uri' || pattern.includes('[Hh][Tt][Tt][Pp]');

/** The tests in `field-errors.test.ts` that prove a rule of a field. `rule` returns the field's rule, or `false` if the field has none.
 * @type {readonly {title: string, rule: (forms: readonly Schema[], isRequired: boolean) => string | false}[]} */
const fieldRules = [
  {
    title: 'accepts a body without the optional fields, and returns 422 for each missing required one',
    rule: (_, isRequired) => isRequired && 'required',
  },
  {
    title: 'accepts null for the fields whose schema does, and returns 422 for each other one',
    rule: forms => forms.some(({type}) => type === 'null') && 'may be null',
  },
  {title: 'returns 400 and names each field with the wrong type %s', rule: nameForms},
  {
    title: 'accepts the longest text in %s, and returns 422 for one more character',
    rule(forms) {
      const text = forms.find(form => form.maxLength !== undefined && !isUrl(form));
      return text !== undefined && `at most ${text.maxLength.toLocaleString('en')} characters`;
    },
  },
  {
    title: 'accepts URLs of http and https in %s, and returns 422 for others and for one that is too long',
    rule: forms => forms.some(isUrl) && 'absolute http or https URL',
  },
  {
    title: 'accepts each allowed value of %s, and returns 422 for another',
    rule(forms) {
      const values = forms.flatMap(form => form.enum ?? []);
      return values.length > 0 && `one of ${values.length} values`;
    },
  },
  {
    title: 'returns few messages for a long list of invalid items in %s, and one for a list that is too long',
    rule(forms) {
      const list = forms.find(({items}) => items);
      return list !== undefined && `at most ${list.maxItems.toLocaleString('en')} items`;
    },
  },
];

const contract = 'server/openapi/openapi-contract.test.ts';
requireTest(contract, 'every operation returns its documented response to its example');
requireTest(contract, 'every documented error status');
requireTest('server/openapi/fuzz.test.ts', 'returns documented responses to invalid requests');
for (const {title} of fieldRules) requireTest('server/openapi/field-errors.test.ts', title);

/** Returns the rows of a table. The first row is the head.
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
    const rules = fieldRules.flatMap(({rule}, index) => {
      const found = rule(forms, required.includes(field));
      return found === false ? [] : [`${found} (${index + 1})`];
    });
    return [`\`${field}\``, rules.join('; ')];
  });
  return [['Field', 'Rules, with the number of the test'], ...rows];
}

/** Returns the types of a field in words. @param {readonly Schema[]} forms */
function nameForms(forms) {
  const names = forms.flatMap(({type}) => (type === 'null' ? [] : [type ?? 'object']));
  return [...new Set(names)].join(' or ');
}

/** Throws if a file has no test with a title. @param {string} file @param {string} title */
function requireTest(file, title) {
  if (!readFileSync(file, 'utf8').includes(title)) throw new Error(`${file} has no test "${title}".`);
}
