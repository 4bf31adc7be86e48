import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import type {Answer, Method} from './call.ts';
import {supplierName} from './suppliers.ts';

interface Call {
  caller: string;
  method: Method;
  path: string;
}

/** The fields that the page uses of a response that is not a list or form. */
interface Envelope {
  status?: string;
  message?: string;
  /** The messages of each invalid field, in English, as the service writes them. */
  errors?: Record<string, string[]>;
}

/** Shows the outcome of a request and the whole response. */
export function showAnswer(call: Call, {status, body}: Answer): void {
  const {status: name = '', message, errors = {}} = envelopeOf(body);
  const succeeded = status < 400;
  const receipt = byId('kald-kvittering');
  receipt.className = succeeded ? 'receipt' : 'receipt receipt-failed';
  receipt.replaceChildren(
    create(
      'p',
      {},
      create('strong', {lang: 'en'}, `HTTP ${status} ${name}`.trim()),
      ...onBehalf(call, succeeded),
    ),
    ...(message === undefined ? [] : [create('p', {lang: 'en'}, message)]),
    ...(Object.keys(errors).length ? [errorList(errors)] : []),
    ...(succeeded && call.method === 'DELETE' ? [create('p', {}, deletedText())] : []),
  );
  byId('kald-svar').textContent = JSON.stringify(body, null, 2);
  byId('kald-svar-del').hidden = false;
}

export function showNoAnswer(): void {
  clearAnswer();
  const receipt = byId('kald-kvittering');
  receipt.className = 'receipt receipt-failed';
  receipt.textContent = say({da: 'Tjenesten svarer ikke.', en: 'The service does not answer.'});
}

export function showSending(): void {
  clearAnswer();
  byId('kald-kvittering').textContent = say({da: 'Sender…', en: 'Sending…'});
}

export function clearAnswer(): void {
  const receipt = byId('kald-kvittering');
  receipt.className = '';
  receipt.replaceChildren();
  byId('kald-svar-del').hidden = true;
}

function envelopeOf(body: unknown): Envelope {
  return body !== null && typeof body === 'object' && 'code' in body ? (body as Envelope) : {};
}

/** A caller of interface B may name another supplier in the path. */
function onBehalf({caller, path}: Call, succeeded: boolean): string[] {
  const cvr = /^\/dia\/2\/formular\/(\d{8})/.exec(path)?.[1] ?? caller;
  if (!succeeded || cvr === caller) return [];
  const [who, whom] = [supplierName(caller), supplierName(cvr)];
  return [say({da: ` · ${who} på vegne af ${whom}`, en: ` · ${who} on behalf of ${whom}`})];
}

function deletedText(): string {
  return say({
    da: 'Begge snitflader svarer nu 404. POST eller PUT (opret) kan bringe den tilbage, og den beholder da sit dia-id.',
    en: 'Both interfaces now answer 404. POST or PUT (create) can bring it back, and it then keeps its dia-id.',
  });
}

function errorList(errors: Record<string, string[]>): HTMLElement {
  const items = Object.entries(errors).map(([field, messages]) =>
    create('li', {}, create('code', {}, field), ` ${messages.join(' ')}`),
  );
  return create('ul', {class: 'forms-errors', lang: 'en'}, ...items);
}
