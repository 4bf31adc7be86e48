import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import type {FormsResponse, Method} from './send-as.ts';
import {supplierName} from './suppliers.ts';

interface SentRequest {
  caller: string;
  method: Method;
  path: string;
}

/** The body of a response that is not a list or form. */
interface StatusBody {
  status?: string;
  message?: string;
  /** English messages by field. */
  errors?: Record<string, string[]>;
}

/** Shows the outcome of a request and the response. */
export function showResponse(request: SentRequest, {status, body}: FormsResponse): void {
  const {status: name = '', message, errors = {}} = statusBodyOf(body);
  const succeeded = status < 400;
  const receipt = byId('kald-kvittering');
  receipt.className = succeeded ? 'receipt' : 'receipt receipt-failed';
  receipt.replaceChildren(
    create(
      'p',
      {},
      create('strong', {lang: 'en'}, `HTTP ${status} ${name}`.trim()),
      ...onBehalf(request, succeeded),
    ),
    ...(message === undefined ? [] : [create('p', {lang: 'en'}, message)]),
    ...(Object.keys(errors).length ? [errorList(errors)] : []),
    ...(succeeded && request.method === 'DELETE' ? [create('p', {}, deletedText())] : []),
  );
  byId('kald-svar').textContent = JSON.stringify(body, null, 2);
  byId('kald-svar-del').hidden = false;
}

export function showNoResponse(): void {
  clearResponse();
  const receipt = byId('kald-kvittering');
  receipt.className = 'receipt receipt-failed';
  receipt.textContent = say({da: 'Tjenesten svarer ikke.', en: 'The service does not respond.'});
}

export function showSending(): void {
  clearResponse();
  byId('kald-kvittering').textContent = say({da: 'Sender…', en: 'Sending…'});
}

export function clearResponse(): void {
  const receipt = byId('kald-kvittering');
  receipt.className = '';
  receipt.replaceChildren();
  byId('kald-svar-del').hidden = true;
}

function statusBodyOf(body: unknown): StatusBody {
  return body !== null && typeof body === 'object' && 'code' in body ? (body as StatusBody) : {};
}

/** Names the other supplier if its CVR number is in the path of interface B. */
function onBehalf({caller, path}: SentRequest, succeeded: boolean): string[] {
  const cvr = /^\/dia\/2\/formular\/(\d{8})/.exec(path)?.[1] ?? caller;
  if (!succeeded || cvr === caller) return [];
  const [who, whom] = [supplierName(caller), supplierName(cvr)];
  return [say({da: ` · ${who} på vegne af ${whom}`, en: ` · ${who} on behalf of ${whom}`})];
}

function deletedText(): string {
  return say({
    da: 'Begge snitflader svarer nu 404. POST eller PUT (opret) kan bringe den tilbage, og den beholder da sit dia-id.',
    en: 'Both interfaces now return 404. POST or PUT (create) restores it with the same dia-id.',
  });
}

function errorList(errors: Record<string, string[]>): HTMLElement {
  const items = Object.entries(errors).map(([field, messages]) =>
    create('li', {}, create('code', {}, field), ` ${messages.join(' ')}`),
  );
  return create('ul', {class: 'forms-errors', lang: 'en'}, ...items);
}
