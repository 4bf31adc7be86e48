import {byId, create} from '../dom.ts';
import {formatNumber} from '../dates.ts';
import {type Both, say} from '../language.ts';
import {watch} from '../settings.ts';
import {type DeletedForm, type Form, readDeletedForms, readForms} from './form.ts';
import {type Supplier, supplierName} from './suppliers.ts';
import {FormTable} from './table.ts';
import type {Chosen} from './templates.ts';

/** How many forms the page reads and shows. */
const maxShown = 100;

const loadingText: Both = {da: 'Henter formularer…', en: 'Fetching forms…'};

export interface RegistryOptions {
  loadSuppliers: () => Promise<readonly Supplier[]>;
  /** Hears of the supplier that is shown, and of the form whose row is opened. */
  onChoose: (chosen: Chosen) => void;
}

/** Shows one supplier's forms at a time. */
export function showRegistry({loadSuppliers, onChoose}: RegistryOptions): {refresh: () => Promise<void>} {
  const choice = byId('leverandoer', HTMLSelectElement);
  const status = byId('register-status');
  const retry = byId('register-igen');
  const element = byId('formularer');
  const table = new FormTable(({egetId, diaId}) => onChoose({cvr: choice.value, egetId, diaId}));
  let shown: {cvr: string; forms: Form[]; count: number; deleted: DeletedForm[]} | undefined;
  let asked = 0;
  let message = loadingText;

  const tell = (next: Both) => {
    message = next;
    status.textContent = say(next);
  };

  const render = () => {
    element.hidden = !shown?.forms.length && !shown?.deleted.length;
    if (shown) table.show(shown.cvr, shown.forms, shown.deleted);
  };

  const refresh = async () => {
    const turn = ++asked;
    retry.hidden = true;
    if (shown?.cvr !== choice.value) shown = undefined;
    if (!shown) {
      render();
      tell(loadingText);
    }
    try {
      if (!choice.options.length) fillChoice(choice, await loadSuppliers());
      const cvr = choice.value;
      const [read, deleted] = await Promise.all([readForms(cvr, maxShown), readDeletedForms(cvr)]);
      if (turn !== asked) return;
      shown = {cvr, ...read, deleted};
      render();
      tell(countText(cvr, read.forms.length, read.count));
    } catch (error) {
      if (turn !== asked) return;
      console.error(error);
      shown = undefined;
      render();
      tell({da: 'Formularerne kunne ikke hentes.', en: 'The forms could not be fetched.'});
      retry.hidden = false;
    }
  };

  function fillChoice(select: HTMLSelectElement, suppliers: readonly Supplier[]): void {
    select.replaceChildren(
      ...suppliers.map(({cvr, navn}) => create('option', {value: cvr}, `${navn}, CVR ${cvr}`)),
    );
    select.disabled = false;
    onChoose({cvr: select.value});
  }

  choice.addEventListener('change', () => {
    onChoose({cvr: choice.value});
    void refresh();
  });
  retry.addEventListener('click', () => {
    choice.focus();
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
      en: `${name} has no forms. Create one with a call.`,
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
