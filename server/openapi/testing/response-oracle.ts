import type {ErrorBody} from '../../http/response/status-body.ts';
import {createFit, type Document, operationsOf, type Placed, responseFor} from './document.ts';
import {requireMessageStyle} from './message-style.ts';
import type {RawResponse, RawRequest} from '../../testing/raw-client.ts';

/** Statuses that the description leaves to `default`: HTTP itself has them, whatever the request. */
const always = [405, 408, 417];

/** Statuses for a path or a method that is nowhere in the description. */
const elsewhere = [400, 404, 405, 417, 429, 431, 501];

/** Creates a function that throws if a response violates the description. */
export function createResponseOracle(document: Document): (request: RawRequest, answer: RawResponse) => void {
  const fit = createFit(document);
  const routes = operationsOf(document).map(placed => ({placed, form: formOf(placed)}));

  function placeOf({method, target}: RawRequest): Placed | undefined {
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    const path = pathOf(target);
    // The parser of Node.js takes nothing else for an address, whatever it leads to.
    if (!/^[\x21-\x7e]*$/.test(target)) return undefined;
    return routes.find(({placed, form}) => placed.method === asked && form.test(path))?.placed;
  }

  return (request, answer) => {
    const {status, headers, text} = answer;
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    if (headers['x-content-type-options'] !== 'nosniff') throw new Error('A browser may guess the type.');
    if (headers['x-injected'] !== undefined) throw new Error('The input became a header.');
    if (request.method === 'OPTIONS' && status < 300) {
      if (text) throw new Error('The response to OPTIONS has a body.');
      return;
    }

    if (pathOf(request.target) === '/docs/' && headers.location === '../docs') return;

    const placed = placeOf(request);
    const allowed = placed ? [...Object.keys(placed.operation.responses).map(Number), ...always] : elsewhere;
    if (!allowed.includes(status)) throw new Error(`${status} is not in the description.`);

    const {content} = placed
      ? responseFor(document, placed.operation, status)
      : responseFor(document, {responses: {default: {$ref: '#/components/responses/Fejl'}}}, status);
    if (!content || request.method === 'HEAD') {
      if (text) throw new Error('There is a body where none should be.');
      return;
    }
    const media = content[type];
    if (!media) throw new Error(`The type ${type} is not in the description.`);
    const value = type.endsWith('json') ? (JSON.parse(text) as unknown) : text;
    const wrong = fit(media.schema, value);
    if (wrong) throw new Error(`The body does not fit: ${JSON.stringify(wrong)}`);
    if (status < 400) return;
    const error = value as ErrorBody;
    if (error.code !== status) throw new Error('The code is another.');
    requireMessageStyle(error);
  };
}

function formOf({path}: Placed): RegExp {
  const source = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

/** The path of a target, which may be a whole address too (RFC 9112, section 3.2). */
function pathOf(target: string): string {
  const withoutQuery = target.split(/[?#]/)[0] ?? '';
  return withoutQuery.replace(/^https?:\/\/[^/]*/, '');
}
