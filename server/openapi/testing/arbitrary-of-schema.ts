import fc, {type Arbitrary} from 'fast-check';
import {anyCharacter} from '../../testing/any-character.ts';

/** As much of JSON Schema 2020-12 as the document uses. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Arbitraries that know more of a value than its schema, by the name of the field or parameter. */
export type Named = Readonly<Record<string, Arbitrary<unknown>>>;

/** The longest text, in characters, and list where the schema knows no bound. */
const length = 300;
const items = 5;

/**
 * Makes values that fit a schema of the document.
 *
 * @param schemas Those that others refer to, `#/components/schemas/…`.
 * @throws {Error} for a schema of a kind that the document did not have so far.
 */
export function createArbitraries(
  schemas: Readonly<Record<string, object>>,
): (schema: object, named?: Named) => Arbitrary<unknown> {
  function valuesOf(schema: Schema, named: Named): Arbitrary<unknown> {
    if (schema.$ref !== undefined) return valuesOf(target(schema.$ref), named);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    const choices = schema.anyOf ?? [schema.type ?? []].flat().map(type => ({...schema, type}));
    if (!choices.length) throw new Error(`No values are known for ${JSON.stringify(schema)}.`);
    if (choices.length > 1) return fc.oneof(...choices.map(choice => valuesOf(choice, named)));
    return ofType(schema, named);
  }

  function ofType(schema: Schema, named: Named): Arbitrary<unknown> {
    const [type = ''] = [schema.type].flat();
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.maxSafeInteger().map(number => within(number, schema));
      case 'string':
        return texts(schema);
      case 'array':
        return fc.array(valuesOf(schema.items ?? {}, named), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? items, items),
        });
      case 'object':
        return objects(schema, named);
      default:
        throw new Error(`No values are known for ${JSON.stringify(schema)}.`);
    }
  }

  function objects({properties = {}, required = []}: Schema, named: Named): Arbitrary<unknown> {
    const fields = Object.entries(properties).map(
      ([name, schema]) => [name, named[name] ?? valuesOf(schema, named)] as const,
    );
    return fc.record(Object.fromEntries(fields), {requiredKeys: [...required], noNullPrototype: true});
  }

  function target(reference: string): Schema {
    const found = schemas[reference.replace('#/components/schemas/', '')];
    if (!found) throw new Error(`${reference} leads nowhere.`);
    return found;
  }

  return (schema, named = {}) => valuesOf(schema, named);
}

function within(number: number, {minimum, maximum}: Schema): number {
  if (minimum === undefined || maximum === undefined) return number;
  if (number >= minimum && number <= maximum) return number;
  return minimum + (Math.abs(number) % (maximum - minimum + 1));
}

function texts({pattern, format, minLength = 0, maxLength}: Schema): Arbitrary<string> {
  const fits = (text: string) => Array.from(text).length <= (maxLength ?? Infinity);
  if (format === 'uri') {
    const schemes = ['http', 'https'];
    return fc
      .webUrl({validSchemes: schemes, withQueryParameters: true, withFragments: true})
      .filter(text => URL.canParse(text) && fits(text));
  }
  const any = fc.string({unit: anyCharacter, minLength, maxLength: Math.min(maxLength ?? length, length)});
  if (pattern === undefined) return any;
  const form = new RegExp(pattern, 'u');
  return canGenerate(pattern) ? fc.stringMatching(form).filter(fits) : any.filter(text => form.test(text));
}

/** Whether fast-check makes texts from a pattern; it knows neither look-around nor Unicode properties. */
function canGenerate(pattern: string): boolean {
  return pattern.startsWith('^') && !/\(\?<?[!=]|\\p/i.test(pattern);
}
