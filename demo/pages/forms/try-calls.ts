import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import {watch} from '../settings.ts';
import {clearAnswer, showAnswer, showNoAnswer, showSending} from './answer.ts';
import {callAs} from './call.ts';
import {grantedRights, loadSuppliers, supplierName} from './suppliers.ts';
import {type Chosen, type Template, templates} from './templates.ts';

/** Lets a developer make the calls of interfaces A and B with the certificate of any supplier. */
export function tryCalls(): {
  fill: (chosen: Chosen) => void;
  onChanged: (listener: () => Promise<void>) => void;
} {
  const form = byId('kald', HTMLFormElement);
  const caller = byId('kalder', HTMLSelectElement);
  const kind = byId('kaldtype', HTMLSelectElement);
  const path = byId('adresse', HTMLInputElement);
  const body = byId('json', HTMLTextAreaElement);
  let chosen: Chosen = {cvr: ''};
  let changed: () => Promise<void> = () => Promise.resolve();
  let sending = false;

  const template = (): Template => {
    const found = templates[Number(kind.value)];
    if (!found) throw new Error(`There is no call ${kind.value}.`);
    return found;
  };

  const fillBody = () => {
    const example = template().body?.(chosen);
    byId('indhold-felt').hidden = !example;
    body.value = example ? JSON.stringify(example, null, 2) : '';
    showBodyError(body, '');
  };

  const send = async () => {
    const {method, body: example} = template();
    const json = example && parse(body);
    if (example && json === undefined) return;
    const call = {caller: caller.value, method, path: path.value.trim()};
    showSending();
    try {
      const answer = await callAs(call.caller, method, call.path, json);
      showAnswer(call, answer);
      if (answer.status === 200 && method === 'DELETE') rememberDeleted(call.path);
    } catch (error) {
      console.error(error);
      showNoAnswer();
    }
    // The next call need not wait for the list.
    if (method !== 'GET') void changed();
  };

  /** The next form that is made brings the deleted one back, unless the visitor writes another id. */
  function rememberDeleted(deletedPath: string): void {
    const newId = decodeURIComponent(deletedPath.split('/').at(-1) ?? '');
    chosen = {cvr: chosen.cvr, newId};
  }

  watch(['lang'], () => {
    const value = kind.value || '1';
    kind.replaceChildren(...templateOptions());
    kind.value = value;
    showRights();
  });
  kind.addEventListener('change', () => {
    path.value = template().path(chosen);
    fillBody();
    clearAnswer();
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    void send().finally(() => (sending = false));
  });
  fillBody();

  return {
    fill(next) {
      if (next.cvr !== chosen.cvr) void fillCallers(caller, next.cvr);
      chosen = next;
      path.value = template().path(chosen);
    },
    onChanged(listener) {
      changed = listener;
    },
  };
}

/** A supplier calls for itself until another one is chosen. */
async function fillCallers(caller: HTMLSelectElement, cvr: string): Promise<void> {
  if (!caller.options.length) {
    const suppliers = await loadSuppliers();
    caller.replaceChildren(
      ...suppliers.map(supplier => create('option', {value: supplier.cvr}, supplierName(supplier.cvr))),
    );
    caller.disabled = false;
    showRights();
  }
  caller.value = cvr;
}

function showRights(): void {
  const rights = grantedRights().map(say);
  const lead = say({da: 'I snitflade B:', en: 'In interface B:'});
  byId('kalder-hjaelp').textContent = rights.length ? `${lead} ${rights.join(' ')}` : '';
}

function templateOptions(): HTMLElement[] {
  return (['A', 'B'] as const).map(name => {
    const options = templates.flatMap((template, index) =>
      template.interface === name
        ? [create('option', {value: String(index)}, `${template.method} – ${say(template.does)}`)]
        : [],
    );
    return create('optgroup', {label: say({da: `Snitflade ${name}`, en: `Interface ${name}`})}, ...options);
  });
}

/** What the field holds; `undefined` where it is no JSON, which is said at the field. */
function parse(field: HTMLTextAreaElement): unknown {
  try {
    const json = JSON.parse(field.value) as unknown;
    showBodyError(field, '');
    return json;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    showBodyError(field, say({da: `Ikke gyldig JSON: ${why}`, en: `Not valid JSON: ${why}`}));
    field.focus();
    return undefined;
  }
}

function showBodyError(field: HTMLTextAreaElement, text: string): void {
  const message = byId('json-fejl');
  message.textContent = text;
  message.hidden = !text;
  if (text) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', message.id);
  } else {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
}
