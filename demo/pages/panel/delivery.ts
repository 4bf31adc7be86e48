import type {TavleCalendar} from '../../../client/index.ts';
import {isoDate, workday} from '../dates.ts';
import {byId, create} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';
import {signedIn} from '../session.ts';
import {watch} from '../settings.ts';
import {type Answer, describe, post} from './delivery-answer.ts';
import {clearFieldErrors, showFieldErrors} from './field-errors.ts';

/** Lets a developer deliver deadlines as an authority, and see them arrive in the calendar. */
export function deliverFrister(calendar: TavleCalendar): void {
  const form = byId('levering-felter', HTMLFormElement);
  const date = byId('fristDato', HTMLInputElement);
  const receipt = byId('kvittering');
  const show = byId('vis');
  let answer: Answer | undefined;
  let delivered = '';
  let sending = false;

  byId('beskrivelse', HTMLTextAreaElement).value =
    '<p>Kontrollér oplysningerne <strong>mindst én gang om året</strong>.</p>';
  date.value = isoDate(workday(7));

  const render = () => {
    if (!answer) return;
    receipt.className = answer.status === 201 ? 'receipt' : 'receipt receipt-failed';
    receipt.textContent = describe(answer);
  };

  const deliver = async () => {
    clearFieldErrors(form);
    answer = await post(bodyOf(form));
    render();
    byId('svar').textContent = answer.text;
    byId('svar-del').hidden = false;
    show.hidden = answer.status !== 201;
    showFieldErrors(form, answer.errors);
    if (answer.status !== 201) return;
    delivered = date.value;
    await calendar.refresh();
  };

  watch(['lang'], render);
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    void deliver().finally(() => (sending = false));
  });
  show.addEventListener('click', () => {
    calendar.goTo(delivered);
    calendar.scrollIntoView();
    byId('indhold').focus({preventScroll: true});
  });
  void fillSenders();
}

/** What the form says, as interface C has it, with the sender beside it. */
function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const {modtagere, fristDato, ...fields} = Object.fromEntries(new FormData(form)) as Record<string, string>;
  return {
    ...fields,
    fristDato: fristDato?.split('-').reverse().join('-'),
    modtagere: modtagere === 'viste' ? signedIn()?.cvr : '',
  };
}

async function fillSenders(): Promise<void> {
  try {
    const senders = await fetchJson<{cvr: string; navn: string}[]>('myndigheder');
    byId('afsender').replaceChildren(...senders.map(({cvr, navn}) => create('option', {value: cvr}, navn)));
  } catch (error) {
    console.error(error);
    byId('afsender-ukendte').hidden = false;
  }
}
