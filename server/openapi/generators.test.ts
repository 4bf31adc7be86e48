import {readFile} from 'node:fs/promises';

import {describe, expect, it} from 'vitest';

import {documentOf, operationsOf} from '../testing/openapi/document.ts';

/*
 * Generators of clients cope with less than OpenAPI allows. proof/generators.spec.ts runs six of them. These tests check what the six, and
 * generators for other languages, need of the document.
 */

type Node = Readonly<Record<string, unknown>>;

const document = documentOf('https://tavle.example.dk');
const text = JSON.stringify(document);
const operations = operationsOf(document);
const {schemas} = document.components;

/** A schema, and whether a name in `components` refers to it. */
interface Found {
  readonly schema: Node;
  readonly path: string;
  readonly isNamed: boolean;
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Returns a schema and all schemas in it. */
function schemasIn(schema: unknown, path: string, isNamed = false): Found[] {
  if (!isObject(schema)) return [];
  const {properties = {}, items, additionalProperties, oneOf = [], anyOf = []} = schema;
  return [
    {schema, path, isNamed},
    ...Object.entries(properties as Node).flatMap(([name, each]) => schemasIn(each, `${path}.${name}`)),
    ...[items, additionalProperties].flatMap(each => schemasIn(each, `${path}[]`)),
    ...[oneOf, anyOf].flatMap(forms =>
      (forms as Node[]).flatMap((each, form) => schemasIn(each, `${path}|${form}`)),
    ),
  ];
}

const all = [
  ...Object.entries(schemas).flatMap(([name, schema]) => schemasIn(schema, name, true)),
  ...operations.flatMap(({operation: {operationId, parameters}}) =>
    parameters.flatMap(({name, schema}) => schemasIn(schema, `${operationId}(${name})`)),
  ),
];

/** Returns the paths of the schemas that break a rule. */
const breaking = (breaks: (schema: Node, found: Found) => unknown) =>
  all.filter(found => breaks(found.schema, found)).map(({path}) => path);

const identifier = /^[A-Za-z_]\w*$/;
const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

/** The JSON type of a form, or the name of a schema. */
const kindOf = ({type, $ref}: Node) => type ?? $ref;

describe('the OpenAPI document, for generators of clients,', () => {
  it('has schemas of all kinds', () => {
    expect(all.length).toBeGreaterThan(300);
    for (const keyword of ['oneOf', 'enum', 'pattern', 'format', 'items', 'additionalProperties']) {
      expect(
        all.some(({schema}) => keyword in schema),
        keyword,
      ).toBe(true);
    }
  });

  it('has one type in each schema, and forms of distinct types', () => {
    expect(breaking(({type}) => Array.isArray(type))).toEqual([]);
    expect(breaking(({oneOf}) => oneOf && !isDistinct((oneOf as Node[]).map(kindOf)))).toEqual([]);
    expect(breaking(({oneOf, type, ...rest}) => oneOf && (type ?? rest.enum ?? rest.pattern))).toEqual([]);
    expect(breaking(({anyOf}) => (anyOf as Node[] | undefined)?.some(form => !form.$ref))).toEqual([]);
  });

  it('has enums of one type, whose values have identifiers', () => {
    const isValid = ({type, enum: values = [], 'x-enum-varnames': names = values}: Node) =>
      (values as unknown[]).every(value => typeof value === (type === 'integer' ? 'number' : 'string')) &&
      (names as unknown[]).every(name => identifier.test(String(name))) &&
      (names as unknown[]).length === (values as unknown[]).length &&
      isDistinct(names as unknown[]);
    expect(breaking(schema => !isValid(schema))).toEqual([]);
    // orval 7 writes code for `maxLength` that does not compile.
    expect(breaking(({enum: values, maxLength, pattern}) => values && (maxLength ?? pattern))).toEqual([]);
  });

  it('names every object, and uses every schema', () => {
    expect(breaking(({properties}, {isNamed}) => properties && !isNamed)).toEqual([]);
    const unused = Object.keys(schemas).filter(name => !text.includes(`"#/components/schemas/${name}"`));
    expect(unused).toEqual([]);
  });

  it('has identifiers as names of operations, schemas, fields, and parameters of paths and queries', () => {
    const parameters = operations.flatMap(({operation}) => operation.parameters);
    const names = [
      ...operations.map(({operation}) => operation.operationId),
      ...Object.keys(schemas),
      ...all.flatMap(({schema}) => Object.keys((schema.properties as Node | undefined) ?? {})),
      ...parameters.filter(parameter => parameter.in !== 'header').map(({name}) => name),
    ];
    expect(names.filter(name => !identifier.test(name))).toEqual([]);
    expect(isDistinct(operations.map(({operation}) => operation.operationId.toLowerCase()))).toBe(true);
    expect(isDistinct(Object.keys(schemas).map(name => name.toLowerCase()))).toBe(true);
  });

  it('has patterns that every language and every quotation mark can carry', () => {
    const refused = /\(\?(?!:)|\\[pPkbB1-9]|["'`]|(?<!\[)\//;
    expect(breaking(({pattern}) => typeof pattern === 'string' && refused.test(pattern))).toEqual([]);
  });

  it('has a format for each integer of more than 32 bits, and no unknown formats or keywords', () => {
    const isLarge = ({type, enum: values, minimum = -Infinity, maximum = Infinity}: Node) =>
      type === 'integer' && !values && ((minimum as number) < -(2 ** 31) || (maximum as number) >= 2 ** 31);
    expect(breaking(schema => isLarge(schema) !== (schema.format === 'int64'))).toEqual([]);
    expect(breaking(({format = 'uri'}) => !['uri', 'int64'].includes(String(format)))).toEqual([]);
    const keywords =
      /"(?:\$schema|const|propertyNames|patternProperties|not|if|prefixItems|exclusiveM\w+|nullable)":/;
    expect(keywords.exec(text)).toBeNull();
  });
});

it('the manual names the versions of the generators that are tested', async () => {
  const {devDependencies} = JSON.parse(await readFile('proof/generators/package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const manual = await readFile('docs/reference/api.md', 'utf8');
  const libraries = ['@zodios/core', 'axios', 'typescript', 'zod'];
  const generators = Object.entries(devDependencies).filter(([name]) => !libraries.includes(name));
  expect(generators).toHaveLength(6);
  for (const [, version] of generators) expect(manual).toContain(`| ${version.split('@').at(-1)} |`);
});
