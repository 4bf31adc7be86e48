import type {createDocument} from './document.ts';

/* Converts the OpenAPI document to version 3.0, for `interfaces.ts` and generators that cannot read 3.1. `document.ts`
 * may use all of 3.1: add a replacement to `convert` for what 3.0 does not have. */

/** An object of the document. */
type Node = Readonly<Record<string, unknown>>;

const certificates =
  'Interfaces A, B and C require a client certificate, which OpenAPI 3.0 cannot express: set it in the TLS options of your HTTP client.';

/**
 * Returns the document in OpenAPI 3.0.3, for generators that cannot read 3.1. It replaces what 3.0 does not have:
 *
 * - An alternative `{type: 'null'}` in `oneOf` becomes `nullable` in another alternative. If that one has an `enum`, the
 *   list also contains null (OAS 3.0.3, "nullable").
 * - If that other alternative is a `$ref`, its schema replaces the `$ref`.
 * - A `$ref` with a description is in `allOf`: 3.0 ignores the siblings of a `$ref`.
 * - The security scheme `mutualTLS` is a sentence in the description of the document.
 * - The `identifier` of the license is its URL.
 */
export function toVersion30({info, components, paths, ...rest}: ReturnType<typeof createDocument>) {
  const {klientcertifikat: _, ...securitySchemes} = components.securitySchemes;
  const {name, identifier} = info.license;
  const license = {name, url: `https://spdx.org/licenses/${identifier}.html`};
  return {
    ...rest,
    openapi: '3.0.3',
    info: {...info, description: `${info.description} ${certificates}`, license},
    ...convert({paths, components: {...components, securitySchemes}}, components.schemas),
  };
}

/** Returns a part of the document in version 3.0. @param schemas The schemas of `$ref`, by name. */
function convert<Part>(part: Part, schemas: Readonly<Record<string, object>>): Part {
  return JSON.parse(JSON.stringify(part), (key, value: unknown) => {
    if (Array.isArray(value)) return key === 'security' ? value.filter(isExpressible) : (value as unknown);
    return isNode(value) ? withNullable(withAllOf(withNames(value)), schemas) : value;
  }) as Part;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const isExpressible = (requirement: Node) => !('klientcertifikat' in requirement);

/** Adds the names of an enum's values as NSwag reads them. Without names, NSwag calls `;` and `,` the same. */
function withNames({'x-enum-varnames': names, ...rest}: Node): Node {
  return names === undefined ? rest : {...rest, 'x-enum-varnames': names, 'x-enumNames': names};
}

function withAllOf({$ref, ...rest}: Node): Node {
  if ($ref === undefined) return rest;
  return Object.keys(rest).length ? {...rest, allOf: [{$ref}]} : {$ref};
}

function withNullable({oneOf, ...rest}: Node, schemas: Readonly<Record<string, object>>): Node {
  if (!Array.isArray(oneOf)) return rest;
  const [first, ...others] = (oneOf as Node[]).filter(form => form.type !== 'null');
  if (!first || others.length + 1 === oneOf.length) return {...rest, oneOf};
  const values = Array.isArray(first.enum) && {enum: [...(first.enum as unknown[]), null]};
  // Exactly one of the alternatives must match null. For a `$ref`, that is a copy of its schema: 3.0 ignores `nullable` next to a `$ref`.
  const {$ref, ...plain} = first;
  const form = typeof $ref === 'string' ? convert(schemas[$ref.split('/').at(-1) ?? ''], schemas) : plain;
  const nullable = {...form, ...values, nullable: true};
  return others.length ? {...rest, oneOf: [nullable, ...others]} : {...rest, ...nullable};
}
