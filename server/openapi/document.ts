import {errorSchema} from '../problem.ts';
import type {Description} from '../operations/operation.ts';
import {callerKinds} from '../operations/callers.ts';
import {version} from '../package.ts';
import {describeSchemas} from './json-schema.ts';
import {errorObject, type ErrorDescription, operationObject, schemaUri} from './operation-object.ts';

/* The OpenAPI document, for clients, the manual and `/docs`. It is derived from the declarations of operations: to
 * change what it says about one operation, change the declaration. `commonErrors` and `headers` have what operations
 * share. Run `npm run docs` after a change. */

const commonErrors: Record<number, ErrorDescription> = {
  400: {
    description:
      'The body is not valid JSON, a field or parameter has the wrong type, or the URL is not percent-encoded UTF-8.',
    message: 'A field has the wrong type: see titel.',
    errors: {titel: ['Must be text.']},
  },
  401: {
    description: 'There is no client certificate or token, or it is not valid.',
    message: 'The token has expired.',
  },
  413: {description: 'The body is too large.', message: 'The body must not be larger than 1 MiB.'},
  415: {
    description: 'The body is not sent as JSON.',
    message: 'The body must be JSON, sent with Content-Type: application/json.',
  },
  422: {
    description: 'A field breaks a rule. `errors` names all such fields.',
    message: 'A field rule is broken: see titel, urlTilLovstof[1].url.',
    errors: {titel: ['Is required.'], 'urlTilLovstof[1].url': ['Must be an absolute http or https URL.']},
  },
  429: {
    description: 'The caller has sent too many requests in a minute, or has too many in progress.',
    message: 'Too many requests. Try again in 17 seconds.',
  },
  431: {
    description: 'The URL and the headers are larger than 32 KiB.',
    message: 'The URL and the headers must not be larger than 32 KiB together.',
  },
  503: {
    description:
      "The store or the token issuer's keys cannot be reached at the moment, or the service is overloaded.",
    message: 'The store is not available. Try again in a moment.',
  },
};

const headers = {
  ETag: {
    description: 'Entity tag of the response, for If-None-Match and If-Match.',
    schema: {type: 'string'},
  },
  Location: {description: 'Path of the created resource.', schema: {type: 'string', format: 'uri-reference'}},
  'Retry-After': {description: 'Seconds to wait before trying again.', schema: {type: 'integer'}},
  'WWW-Authenticate': {description: 'The credentials that are missing or invalid.', schema: {type: 'string'}},
};

/**
 * Returns the OpenAPI 3.1 document of operations. Clients are generated from it, and `npm run docs` writes tables of the manual from it.
 *
 * @param publicUrl The service's public URL, without a trailing slash.
 */
export function createDocument(descriptions: readonly Description[], publicUrl: string) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tavle',
      version,
      description:
        'The calendar, form variants and dashboard of a business portal. Field names and URLs are Danish, as the interfaces define them. ' +
        'All errors have the same body. Unknown fields are ignored. Lengths count Unicode code points. ' +
        'For generators that cannot read OpenAPI 3.1, `/openapi-3.0.json` has this description in OpenAPI 3.0.',
      contact: {name: 'The operator of this service'},
      license: {name: 'MIT', identifier: 'MIT'},
    },
    servers: [{url: publicUrl}],
    tags: descriptions.map(({tag, description, caller}) => ({
      name: tag,
      description:
        caller === 'certificate' ? `${description} Requests need a client certificate.` : description,
    })),
    paths: paths(descriptions),
    components: {
      schemas: schemas(descriptions),
      headers,
      responses: responses(),
      securitySchemes: Object.fromEntries(
        Object.values(callerKinds).flatMap(({scheme}) => (scheme ? [scheme] : [])),
      ),
    },
  };
}

function paths(descriptions: readonly Description[]) {
  const all: Record<string, Record<string, unknown>> = {};
  for (const description of descriptions) {
    for (const operation of description.operations) {
      (all[operation.path] ??= {})[operation.method] = operationObject(operation, description);
    }
  }
  return all;
}

function schemas(descriptions: readonly Description[]) {
  const used = descriptions.flatMap(({operations}) =>
    operations.flatMap(({body, response}) => [body?.schema, response.schema]),
  );
  return describeSchemas([errorSchema, ...used.filter(schema => schema !== undefined)], schemaUri);
}

function responses() {
  const common = Object.entries(commonErrors).map(
    ([status, error]) => [`Fejl${status}`, errorObject(error, Number(status))] as const,
  );
  return {
    ...Object.fromEntries(common),
    Fejl: errorObject({description: 'Any other error.'}),
    Uaendret: {description: 'The response has not changed (If-None-Match).'},
  };
}
