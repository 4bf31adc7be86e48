import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import {watch} from '../settings.ts';
import {clearResponse, showNoResponse, showResponse, showSending} from './response.ts';
import {sendAs} from './send-as.ts';
import {grantedRights, loadSuppliers, supplierName} from './suppliers.ts';
import {type Selection, type Template, templates} from './templates.ts';

/** Lets a developer send requests to interfaces A and B with the certificate of any supplier. */
export function startRequestForm(): {
  fill: (selection: Selection) => void;
  onChanged: (listener: () => Promise<void>) => void;
} {
  const form = byId('kald', HTMLFormElement);
  const caller = byId('kalder', HTMLSelectElement);
  const kind = byId('kaldtype', HTMLSelectElement);
  const path = byId('adresse', HTMLInputElement);
  const body = byId('json', HTMLTextAreaElement);
  let selection: Selection = {cvr: ''};
  let changed: () => Promise<void> = () => Promise.resolve();
  let sending = false;

  const template = (): Template => {
    const found = templates[Number(kind.value)];
    if (!found) throw new Error(`There is no template ${kind.value}.`);
    return found;
  };

  const fillBody = () => {
    const example = template().body?.(selection);
    byId('indhold-felt').hidden = !example;
    body.value = example ? JSON.stringify(example, null, 2) : '';
    showBodyError(body, '');
  };

  const send = async () => {
    const {method, body: example} = template();
    const json = example && parse(body);
    if (example && json === undefined) return;
    const request = {caller: caller.value, method, path: path.value.trim()};
    showSending();
    try {
      const response = await sendAs(request.caller, method, request.path, json);
      showResponse(request, response);
      if (response.status === 200 && method === 'DELETE') reuseDeletedId(request.path);
    } catch (error) {
      console.error(error);
      showNoResponse();
    }
    // The next request does not wait for the list.
    if (method !== 'GET') void changed();
  };

  /** Uses the id of the deleted form in the next template, so that creating it restores the form. */
  function reuseDeletedId(deletedPath: string): void {
    const newId = decodeURIComponent(deletedPath.split('/').at(-1) ?? '');
    selection = {cvr: selection.cvr, newId};
  }

  watch(['lang'], () => {
    const value = kind.value || '1';
    kind.replaceChildren(...templateOptions());
    kind.value = value;
    showRights();
  });
  kind.addEventListener('change', () => {
    path.value = template().path(selection);
    fillBody();
    clearResponse();
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
      if (next.cvr !== selection.cvr) void fillCallers(caller, next.cvr);
      selection = next;
      path.value = template().path(selection);
    },
    onChanged(listener) {
      changed = listener;
    },
  };
}

/** Selects the shown supplier as the caller. */
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
        ? [create('option', {value: String(index)}, `${template.method} – ${say(template.label)}`)]
        : [],
    );
    return create('optgroup', {label: say({da: `Snitflade ${name}`, en: `Interface ${name}`})}, ...options);
  });
}

/** Parses the JSON of the field. Shows an error and returns `undefined` if it is invalid. */
function parse(field: HTMLTextAreaElement): unknown {
  try {
    const json = JSON.parse(field.value) as unknown;
    showBodyError(field, '');
    return json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    showBodyError(field, say({da: `Ikke gyldig JSON: ${reason}`, en: `Invalid JSON: ${reason}`}));
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
