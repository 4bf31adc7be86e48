import {LRUCache} from 'lru-cache';
import {z} from 'zod';

import {type FieldErrors, invalidParameters} from '../problem.ts';
import {isEncoded} from './target.ts';
import {messagesByPath} from './validate.ts';

/* Parses the query of a request, for `operations/routes.ts`. Operations declare the parameters; to support another
 * type, add it to `converterOf`. Unknown parameters must stay allowed. Parsed queries are cached, so handlers must not
 * change them. */

/** The number of cached queries. Most requests have one of a few queries: the same lists of apps, and the same months. */
const maxParsed = 100;
const maxParsedLength = 1_000;

/** Converts the text of a parameter. A text of another form stays as it is, so that the schema refuses it. */
type Convert = (text: string) => unknown;

/**
 * Returns a parser of queries. It converts each text to the type that the schema has: a boolean, a whole number, or a list of repeated parameters.
 * Ignores unknown parameters. Returns the same object for the same query: callers must not change it.
 *
 * @returns Throws a {@link Problem} 400 that names each invalid parameter: also one that is repeated although it is not a list, or that is not
 *   percent-encoded UTF-8.
 */
export function createQueryParser<Query extends z.ZodObject>(
  schema: Query,
): (query: string) => z.output<Query> {
  const parameters = Object.entries(schema.shape).map(([name, type]) => {
    const input = inputOf(type as z.ZodType);
    return {name, isList: input instanceof z.ZodArray, convert: converterOf(input)};
  });

  const parsed = new LRUCache<string, z.output<Query>>({max: maxParsed, memoMethod: parse});
  return query => (query.length > maxParsedLength ? parse(query) : parsed.memo(query));

  function parse(query: string): z.output<Query> {
    const given = new URLSearchParams(query);
    const values: Record<string, unknown> = {};
    const invalid: FieldErrors = {};
    const undecodable = query.split('&').filter(pair => pair.includes('%') && !isEncoded(pair));
    for (const {name, isList, convert} of parameters) {
      const texts = given.getAll(name);
      if (undecodable.some(pair => pair.startsWith(`${name}=`))) {
        invalid[name] = ['Must be percent-encoded UTF-8.'];
        continue;
      }
      if (isList) values[name] = texts;
      else if (texts[0] !== undefined) values[name] = convert(texts[0]);
      if (texts.length > 1 && !isList) invalid[name] = ['Must be given only once.'];
    }
    const {data, error} = schema.safeParse(values);
    if (data && !Object.keys(invalid).length) return data;
    throw invalidParameters({...(error && messagesByPath(error.issues)), ...invalid});
  }
}

function converterOf(input: z.ZodType): Convert {
  if (input instanceof z.ZodBoolean) return toBoolean;
  return input instanceof z.ZodNumber ? toNumber : text => text;
}

/** .NET and Python write `True`, and R writes `TRUE`. */
const toBoolean: Convert = text => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text);
const toNumber: Convert = text => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text);

/** Returns the schema of what a caller sends, without defaults and transformations. */
function inputOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return inputOf(schema.unwrap() as z.ZodType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  const {in: input, out: output} = schema;
  return inputOf((input instanceof z.ZodTransform ? output : input) as z.ZodType);
}
