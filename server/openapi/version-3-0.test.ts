import {Ajv} from 'ajv';
import {describe, expect, it} from 'vitest';

import {descriptions} from '../interfaces.ts';
import {type Document, operationsOf, responseFor} from '../testing/openapi/document.ts';
import {createDocument} from './document.ts';
import {toVersion30} from './version-3-0.ts';

const created = createDocument(descriptions, 'https://tavle.example.dk');
const text = JSON.stringify(toVersion30(created));
const document = JSON.parse(text) as Document;
const operations = operationsOf(document);

// Ajv knows `nullable` as OpenAPI 3.0.3 defines it. It rejects unknown keywords.
const ajv = new Ajv({
  strictTypes: false,
  keywords: ['example', 'x-enum-varnames', 'x-enumNames', 'components'],
  formats: {uri: text => URL.canParse(text), int64: true},
});
ajv.addSchema({components: document.components}, 'document');

/** Returns the errors of a value, or `undefined` for a valid value. */
function errorsOf(schema: object, value: unknown) {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
  return validate(value) ? undefined : validate.errors;
}

type Node = Readonly<Record<string, unknown>>;

/** Returns the JSON pointers of the schemas that accept null in the OpenAPI 3.1 document. */
function pointersOfNullable(node: unknown, pointer: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const forms = (node as {oneOf?: Node[]}).oneOf ?? [];
  const own = Array.isArray(forms) && forms.some(({type}) => type === 'null') ? [pointer] : [];
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, each]) => pointersOfNullable(each, `${pointer}/${key}`)),
  ];
}

describe('the OpenAPI 3.0 document', () => {
  it('has only what OpenAPI 3.0 has', () => {
    expect(document).toMatchObject({openapi: '3.0.3'});
    expect(text).not.toMatch(/"mutualTLS"|"klientcertifikat"|"identifier":"MIT"|"type":"null"|"type":\[/);
    expect(text).not.toMatch(/"(?:const|examples|\$defs|prefixItems|contentMediaType|exclusiveM\w+)":/);
    // 3.0 ignores the siblings of a reference.
    expect(text).not.toMatch(/,"\$ref":|"\$ref":"[^"]+",/);
  });

  it('has the operations, schemas and fields of the OpenAPI 3.1 document', () => {
    const original = JSON.parse(JSON.stringify(created)) as Document;
    const idsOf = (each: Document) => operationsOf(each).map(({operation}) => operation.operationId);
    expect(idsOf(document)).toEqual(idsOf(original));
    const fieldsOf = ({components}: Document) =>
      Object.entries(components.schemas).map(([name, schema]) => [
        name,
        Object.keys((schema as {properties?: object}).properties ?? {}),
      ]);
    expect(fieldsOf(document)).toEqual(fieldsOf(original));
  });

  it('accepts null, and no object, where the OpenAPI 3.1 document does', () => {
    const pointers = pointersOfNullable(created.components.schemas, '#/components/schemas');
    expect(pointers.length).toBeGreaterThan(100);
    for (const $ref of pointers) {
      expect({$ref, errors: errorsOf({$ref}, null)}).toEqual({$ref});
      expect({$ref, errors: errorsOf({$ref}, {})}).not.toEqual({$ref});
    }
  });

  it.each(operations.map(each => [each.operation.operationId, each.operation] as const))(
    'has examples of %s that match their schemas',
    (_, operation) => {
      const contents = [
        operation.requestBody?.content,
        ...Object.keys(operation.responses).map(status => responseFor(document, operation, status).content),
      ];
      const examples = contents.flatMap(content => Object.values(content ?? {}));
      for (const {schema, example} of examples) {
        if (example !== undefined) expect(errorsOf(schema, example)).toBeUndefined();
      }
    },
  );
});
