import {byId, create} from '../dom.ts';
import {formatNumber} from '../dates.ts';
import {type Both, say} from '../language.ts';
import {watch} from '../settings.ts';
import {type DeletedForm, type Form, readDeletedForms, readForms} from './form.ts';
import {type Supplier, supplierName} from './suppliers.ts';
import {FormTable} from './table.ts';
import type {Selection} from './templates.ts';

/** Maximum number of forms to read and show. */
const maxShown = 100;

const loadingText: Both = {da: 'Henter formularer…', en: 'Fetching forms…'};

export interface RegistryOptions {
  loadSuppliers: () => Promise<readonly Supplier[]>;
  /** Runs with the shown supplier, and with the form of an expanded row. */
  onSelect: (selection: Selection) => void;
}

/** Shows one supplier's forms at a time. */
export function showRegistry({loadSuppliers, onSelect}: RegistryOptions): {refresh: () => Promise<void>} {
  const supplierSelect = byId('leverandoer', HTMLSelectElement);
  const status = byId('register-status');
  const retry = byId('register-igen');
  const element = byId('formularer');
  const table = new FormTable(({egetId, diaId}) => onSelect({cvr: supplierSelect.value, egetId, diaId}));
  let shown: {cvr: string; forms: Form[]; count: number; deleted: DeletedForm[]} | undefined;
  let latestRequest = 0;
  let message = loadingText;

  const showStatus = (next: Both) => {
    message = next;
    status.textContent = say(next);
  };

  const render = () => {
    element.hidden = !shown?.forms.length && !shown?.deleted.length;
    if (shown) table.show(shown.cvr, shown.forms, shown.deleted);
  };

  const refresh = async () => {
    const request = ++latestRequest;
    retry.hidden = true;
    if (shown?.cvr !== supplierSelect.value) shown = undefined;
    if (!shown) {
      render();
      showStatus(loadingText);
    }
    try {
      if (!supplierSelect.options.length) fillOptions(supplierSelect, await loadSuppliers());
      const cvr = supplierSelect.value;
      const [read, deleted] = await Promise.all([readForms(cvr, maxShown), readDeletedForms(cvr)]);
      if (request !== latestRequest) return;
      shown = {cvr, ...read, deleted};
      render();
      showStatus(countText(cvr, read.forms.length, read.count));
    } catch (error) {
      if (request !== latestRequest) return;
      console.error(error);
      shown = undefined;
      render();
      showStatus({da: 'Formularerne kunne ikke hentes.', en: 'The forms could not be fetched.'});
      retry.hidden = false;
    }
  };

  function fillOptions(select: HTMLSelectElement, suppliers: readonly Supplier[]): void {
    select.replaceChildren(
      ...suppliers.map(({cvr, navn}) => create('option', {value: cvr}, `${navn}, CVR ${cvr}`)),
    );
    select.disabled = false;
    onSelect({cvr: select.value});
  }

  supplierSelect.addEventListener('change', () => {
    onSelect({cvr: supplierSelect.value});
    void refresh();
  });
  retry.addEventListener('click', () => {
    supplierSelect.focus();
    void refresh();
  });
  watch(['lang'], () => {
    status.textContent = say(message);
    render();
  });
  return {refresh};
}

function countText(cvr: string, shown: number, count: number): Both {
  const name = supplierName(cvr);
  if (!count) {
    return {
      da: `${name} har ingen formularer. Opret en med et kald.`,
      en: `${name} has no forms. Create one with a request.`,
    };
  }
  const number = formatNumber(count);
  if (shown < count) {
    return {da: `De første ${shown} af ${number} formularer`, en: `The first ${shown} of ${number} forms`};
  }
  return {
    da: `${number} ${count === 1 ? 'formular' : 'formularer'}`,
    en: `${number} ${count === 1 ? 'form' : 'forms'}`,
  };
}
