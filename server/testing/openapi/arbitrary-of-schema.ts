import fc, {type Arbitrary} from 'fast-check';

import {webAddressPattern} from '../../http/fields.ts';
import {anyCharacter} from '../any-character.ts';

/* Random values for the schemas of the OpenAPI description, for the fuzz tests. `known-values.ts` has those that
 * depend on the test portal and the date. */

/** The part of JSON Schema 2020-12 that the OpenAPI description uses. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Arbitraries by name of the field or parameter, which replace those of the schema. */
export type NamedArbitraries = Readonly<Record<string, Arbitrary<unknown>>>;

/** The maximum length of generated texts, in characters. */
const maxLength = 300;
/** The maximum number of items in generated lists. */
const maxItems = 5;

/**
 * Returns a function that generates values which match a schema of the OpenAPI description. Add a type of schema to `ofType`.
 *
 * @param schemas The schemas of `#/components/schemas/…`, by name.
 * @throws {Error} for an unsupported schema.
 */
export function createArbitraries(
  schemas: Readonly<Record<string, object>>,
): (schema: object, named?: NamedArbitraries) => Arbitrary<unknown> {
  function valuesOf(schema: Schema, named: NamedArbitraries): Arbitrary<unknown> {
    if (schema.$ref !== undefined) return valuesOf(target(schema.$ref), named);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    return choices ? fc.oneof(...choices.map(choice => valuesOf(choice, named))) : ofType(schema, named);
  }

  function ofType(schema: Schema, named: NamedArbitraries): Arbitrary<unknown> {
    switch (schema.type) {
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
          maxLength: Math.min(schema.maxItems ?? maxItems, maxItems),
        });
      case 'object':
        return objects(schema, named);
      case undefined:
      default:
        throw new Error(`Unsupported schema: ${JSON.stringify(schema)}.`);
    }
  }

  function objects({properties = {}, required = []}: Schema, named: NamedArbitraries): Arbitrary<unknown> {
    const fields = Object.entries(properties).map(
      ([name, schema]) => [name, named[name] ?? valuesOf(schema, named)] as const,
    );
    return fc.record(Object.fromEntries(fields), {requiredKeys: [...required], noNullPrototype: true});
  }

  function target(reference: string): Schema {
    const found = schemas[reference.replace('#/components/schemas/', '')];
    if (!found) throw new Error(`${reference} does not exist.`);
    return found;
  }

  return (schema, named = {}) => valuesOf(schema, named);
}

function within(number: number, {minimum, maximum}: Schema): number {
  if (minimum === undefined || maximum === undefined) return number;
  if (number >= minimum && number <= maximum) return number;
  return minimum + (Math.abs(number) % (maximum - minimum + 1));
}

/** URLs with a path, a query and a fragment. The equivalent arbitrary of fast-check takes a second to set up. */
const urls = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.string({
      unit: fc.constantFrom(...Array.from('aZ7/?#=&-._~:@!$,;()*+'), '%C3%A6', '%20'),
      maxLength: 50,
    }),
  )
  .map(([scheme, host, rest]) => `${scheme}://${host}/${rest}`);

function texts({pattern, minLength = 0, maxLength: max = Infinity}: Schema): Arbitrary<string> {
  const fits = (text: string) => Array.from(text).length <= max;
  if (pattern?.includes(webAddressPattern)) return urls.filter(text => URL.canParse(text) && fits(text));
  const any = fc.string({unit: anyCharacter, minLength, maxLength: Math.min(max, maxLength)});
  if (pattern === undefined) return any;
  const regExp = new RegExp(pattern, 'u');
  return canGenerate(pattern)
    ? fc.stringMatching(regExp).filter(fits)
    : any.filter(text => regExp.test(text));
}

/**
 * Returns whether fast-check can generate texts of a pattern. It cannot for look-around and Unicode properties, and for `^[^…]` it generates few
 * characters.
 */
function canGenerate(pattern: string): boolean {
  return /^\^(?!\[\^)/.test(pattern) && !/\(\?<?[!=]|\\p/i.test(pattern);
}
