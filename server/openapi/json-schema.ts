import {z} from 'zod';

/** A JSON Schema, version 2020-12, as JSON. */
export type JsonSchema = Record<string, unknown>;

/** Describes the input of a schema. */
export function describeSchema(schema: z.ZodType): JsonSchema {
  return inShort(z.toJSONSchema(schema, options));
}

/** Describes schemas that refer to each other by their names. @param uri Returns the reference to a schema. */
export function describeSchemas(
  schemas: Readonly<Record<string, z.ZodType>>,
  uri: (name: string) => string,
): Record<string, JsonSchema> {
  const names = z.registry<{id: string}>();
  for (const [id, schema] of Object.entries(schemas)) names.add(schema, {id});
  const described = inShort(z.toJSONSchema(names, {...options, uri}).schemas);
  // The document names them by their place.
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

/** Writes a choice between something and null as one type with null. */
function inShort<Schema>(schema: Schema): Schema & Record<string, JsonSchema> {
  return JSON.parse(JSON.stringify(schema), (_, node: Node | null) => {
    const [value, nothing, ...others] = node?.anyOf ?? [];
    if (!node || value?.type === undefined || nothing?.type !== 'null' || others.length) return node;
    const {anyOf, ...about} = node;
    const description = [about.description, value.description].filter(Boolean).join(' ');
    return {
      ...value,
      ...about,
      type: [value.type, 'null'].flat(),
      ...(value.enum && {enum: [...value.enum, null]}),
      ...(description && {description}),
    };
  }) as Schema & Record<string, JsonSchema>;
}
