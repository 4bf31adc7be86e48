import type {ErrorBody} from '../../problem.ts';
import type {RawRequest, RawResponse} from '../raw-client.ts';
import {createSchemaCheck, type Document, type Endpoint, operationsOf, responseFor} from './document.ts';
import {requireMessageStyle} from './message-style.ts';

/* Judges responses by the OpenAPI description, for the fuzz tests. A status that any request may get belongs in the
 * lists below. */

/** Statuses that any operation can return, which the OpenAPI description covers by `default`. */
const commonStatuses = [405, 408, 417];

/** Statuses for a path or a method that the OpenAPI description does not have. */
const unknownStatuses = [400, 404, 405, 417, 429, 431, 501];

/** Returns a function that throws if a response violates the OpenAPI description. Add a rule for all responses there. */
export function createResponseOracle(
  document: Document,
): (request: RawRequest, response: RawResponse) => void {
  const schemaErrors = createSchemaCheck(document);
  const routes = operationsOf(document).map(endpoint => ({endpoint, pattern: patternOf(endpoint)}));

  function findEndpoint({method, target}: RawRequest): Endpoint | undefined {
    const requested = method === 'HEAD' ? 'get' : method.toLowerCase();
    const path = pathOf(target);
    // Node.js's parser rejects targets with other characters.
    if (!/^[\x21-\x7e]*$/.test(target)) return undefined;
    return routes.find(({endpoint, pattern}) => endpoint.method === requested && pattern.test(path))
      ?.endpoint;
  }

  return (request, response) => {
    const {status, headers, text} = response;
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    if (headers['x-content-type-options'] !== 'nosniff')
      throw new Error('X-Content-Type-Options is missing.');
    if (headers['x-injected'] !== undefined) throw new Error('The input became a header.');
    if (request.method === 'OPTIONS' && status < 300) {
      if (text) throw new Error('The response to OPTIONS has a body.');
      return;
    }

    if (pathOf(request.target) === '/docs/' && headers.location === '../docs') return;

    const endpoint = findEndpoint(request);
    const allowed = endpoint
      ? [...Object.keys(endpoint.operation.responses).map(Number), ...commonStatuses]
      : unknownStatuses;
    if (!allowed.includes(status)) throw new Error(`The status ${status} is not documented.`);

    const {content} = endpoint
      ? responseFor(document, endpoint.operation, status)
      : responseFor(document, {responses: {default: {$ref: '#/components/responses/Fejl'}}}, status);
    if (!content || request.method === 'HEAD') {
      if (text) throw new Error('The response must not have a body.');
      return;
    }
    const media = content[type];
    if (!media) throw new Error(`The type ${type} is not documented.`);
    const value = type.endsWith('json') ? (JSON.parse(text) as unknown) : text;
    const errors = schemaErrors(media.schema, value);
    if (errors) throw new Error(`The body does not match its schema: ${JSON.stringify(errors)}`);
    if (status < 400) return;
    const error = value as ErrorBody;
    if (error.code !== status) throw new Error(`The code ${error.code} is not the status.`);
    requireMessageStyle(error);
  };
}

function patternOf({path}: Endpoint): RegExp {
  const source = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

/** Returns the path of a target, which may be an absolute URL (RFC 9112, section 3.2). */
function pathOf(target: string): string {
  const withoutQuery = target.split(/[?#]/)[0] ?? '';
  return withoutQuery.replace(/^https?:\/\/[^/]*/, '');
}
