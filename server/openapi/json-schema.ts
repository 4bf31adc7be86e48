import {z} from 'zod';

/** A JSON Schema, version 2020-12, as JSON. */
export type JsonSchema = Record<string, unknown>;

/** Describes the input of a schema. */
export function describeSchema(schema: z.ZodType): JsonSchema {
  return simplify(z.toJSONSchema(schema, options));
}

/** Describes schemas that refer to each other by name. @param uri Returns the reference to a schema. */
export function describeSchemas(
  schemas: Readonly<Record<string, z.ZodType>>,
  uri: (name: string) => string,
): Record<string, JsonSchema> {
  const names = z.registry<{id: string}>();
  for (const [id, schema] of Object.entries(schemas)) names.add(schema, {id});
  const described = simplify(z.toJSONSchema(names, {...options, uri}).schemas);
  // The OpenAPI document identifies schemas by path.
  for (const schema of Object.values(described)) delete schema.$id;
  return described;
}

const options = {io: 'input', unrepresentable: 'any'} as const;

interface Node {
  readonly anyOf?: readonly Node[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

/** Replaces `anyOf` of a type and null by a type array. */
function simplify<Schema>(schema: Schema): Schema & Record<string, JsonSchema> {
  return JSON.parse(JSON.stringify(schema), (_, node: Node | null) => {
    const [value, second, ...others] = node?.anyOf ?? [];
    if (!node || value?.type === undefined || second?.type !== 'null' || others.length) return node;
    const {anyOf, ...rest} = node;
    const description = [rest.description, value.description].filter(Boolean).join(' ');
    return {
      ...value,
      ...rest,
      type: [value.type, 'null'].flat(),
      ...(value.enum && {enum: [...value.enum, null]}),
      ...(description && {description}),
    };
  }) as Schema & Record<string, JsonSchema>;
}
