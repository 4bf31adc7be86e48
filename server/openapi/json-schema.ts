/* Describes the schemas of zod as JSON Schema, for the modules of this folder. The rules of a field are in its schema
 * and its `meta`; change how all schemas are written in `simplify`. Generators of clients read the result, so each
 * schema must have one type. */

import {z} from 'zod';

/** A JSON Schema, version 2020-12, as JSON. */
export type JsonSchema = Record<string, unknown>;

const options = {io: 'input', unrepresentable: 'any'} as const;

/** The metadata of schemas without their names. */
const unnamed = {
  get(schema: z.ZodType) {
    const {id, ...meta} = z.globalRegistry.get(schema) ?? {};
    return meta;
  },
} as typeof z.globalRegistry;

/** Returns the JSON Schema of what a schema accepts, without references to other schemas. */
export function describeSchema(schema: z.ZodType): JsonSchema {
  return simplify(z.toJSONSchema(schema, {...options, metadata: unnamed}));
}

/** Returns named schemas, and the named ones inside them, as JSON Schemas by name. These refer to each other. @param uri Returns the reference to a schema. */
export function describeSchemas(
  schemas: readonly z.ZodType[],
  uri: (name: string) => string,
): Record<string, JsonSchema> {
  const {$defs = {}} = z.toJSONSchema(z.tuple([...new Set(schemas)] as [z.ZodType]), options);
  return JSON.parse(JSON.stringify(simplify($defs)).replaceAll('"#/$defs/', `"${uri('')}`)) as Record<
    string,
    JsonSchema
  >;
}

interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly propertyNames?: unknown;
}

/**
 * Rewrites JSON Schemas for generators of clients. Each schema gets one type: alternatives, such as a text and null, are in `oneOf`. Values of an enum
 * get names that are identifiers. An integer of more than 32 bits gets a format.
 */
function simplify<Schema>(schema: Schema): Schema & Record<string, JsonSchema> {
  return JSON.parse(JSON.stringify(schema), (_, node: Node | null) => {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
    const {propertyNames, ...kept} = withForms(node);
    if (kept.type === 'integer' && !kept.enum && !isInt32(kept)) return {...kept, format: 'int64'};
    if (!Array.isArray(kept.enum) || kept.enum.every(isIdentifier)) return kept;
    return {'x-enum-varnames': kept.enum.map(toIdentifier), ...kept};
  }) as Schema & Record<string, JsonSchema>;
}

/** Returns a schema with `oneOf` in place of a list of types, or of an `anyOf` whose forms differ in type. */
function withForms(node: Node): Node {
  const forms = formsOf(node);
  if (!forms) return node;
  const description = [node, ...forms]
    .map(each => each.description ?? [])
    .flat()
    .join(' ');
  const oneOf = forms.flatMap(({description: _, ...form}) => form.oneOf ?? [form]);
  return {...(description && {description}), oneOf};
}

function formsOf({description, type, anyOf, oneOf, ...rules}: Node): readonly Node[] | undefined {
  // The forms in a field's `meta` replace the type of the parsed value.
  if (Array.isArray(oneOf)) return oneOf as readonly Node[];
  // The node may be the `properties` of an object, with a property called `type`.
  if (Array.isArray(type)) {
    const types = type as readonly string[];
    return types.map(each => (each === 'null' ? {type: each} : {...rules, type: each}));
  }
  const forms = Array.isArray(anyOf) ? (anyOf as readonly Node[]) : [];
  const isNullable = forms.some(form => form.type === 'null');
  const types = forms.flatMap(
    form => form.type ?? (isNullable ? form.$ref : undefined) ?? form.oneOf?.map(each => each.type),
  );
  const areDisjoint = types.length > 0 && !types.includes(undefined) && new Set(types).size === types.length;
  return areDisjoint ? forms : undefined;
}

const isInt32 = ({minimum = -Infinity, maximum = Infinity}: Node) =>
  minimum >= -(2 ** 31) && maximum < 2 ** 31;

const isIdentifier = (value: unknown) => /^[a-z_]\w*$/i.test(String(value));

/** Returns a value in capitals: `2014 – Første halvår` is `V_2014_FOERSTE_HALVAAR`. */
function toIdentifier(value: unknown): string {
  const letters = String(value)
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'oe')
    .replaceAll('å', 'aa');
  const words = letters.replace(/[^a-z0-9]+/g, '_').toUpperCase();
  return /^\d/.test(words) ? `V_${words}` : words;
}
