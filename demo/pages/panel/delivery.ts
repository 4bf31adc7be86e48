import {isoDate, workday} from '../dates.ts';
import {byId, create} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';
import type {PortalElement} from '../portal.ts';
import {companiesOf, signedIn} from '../session.ts';
import {settingNames, watch, withSettings} from '../settings.ts';
import {type Answer, describe, post} from './delivery-answer.ts';
import {clearFieldErrors, showFieldErrors} from './field-errors.ts';

/** An authority, and the start of a curl command with its certificate. */
interface Sender {
  cvr: string;
  navn: string;
  curl: string;
}

/** Lets a developer deliver deadlines as an authority, see them arrive, and take the same request to a terminal. */
export function deliverFrister(): void {
  const form = byId('levering-felter', HTMLFormElement);
  const date = byId('fristDato', HTMLInputElement);
  const receipt = byId('kvittering');
  const show = byId('vis', HTMLAnchorElement);
  const calendar = document.querySelector('tavle-calendar');
  let senders: readonly Sender[] = [];
  let answer: Answer | undefined;
  let sending = false;

  byId('beskrivelse', HTMLTextAreaElement).value =
    '<p>Kontrollér oplysningerne <strong>mindst én gang om året</strong>.</p>';
  date.value = isoDate(workday(7));

  const render = () => {
    if (!answer) return;
    receipt.className = answer.status === 201 ? 'receipt' : 'receipt receipt-failed';
    receipt.textContent = describe(answer);
  };

  const showCurl = () => {
    const {afsender, ...frist} = bodyOf(form);
    const sender = senders.find(({cvr}) => cvr === afsender);
    byId('curl-del').hidden = !sender;
    if (sender) byId('curl').textContent = curlCommand(sender, frist);
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
    show.href = withSettings(new URL(`frister.html?tavle-dato=${date.value}`, location.href).href);
    const shown = document.querySelectorAll<PortalElement>('tavle-calendar, tavle-deadlines');
    await Promise.all([...shown].map(each => each.refresh()));
  };

  watch(['lang'], render);
  watch(settingNames, showCurl);
  form.addEventListener('input', showCurl);
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    void deliver().finally(() => (sending = false));
  });
  show.addEventListener('click', event => {
    if (!calendar) return;
    event.preventDefault();
    calendar.goTo(date.value);
    calendar.scrollIntoView();
    byId('indhold').focus({preventScroll: true});
  });
  fetchJson<Sender[]>('myndigheder').then(
    found => {
      senders = found;
      byId('afsender').replaceChildren(...found.map(({cvr, navn}) => create('option', {value: cvr}, navn)));
      showCurl();
    },
    (error: unknown) => {
      console.error(error);
      byId('afsender-ukendte').hidden = false;
    },
  );
}

/** What the form says, as interface C has it, with the sender next to it. */
function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const {modtagere, fristDato, ...fields} = Object.fromEntries(new FormData(form)) as Record<string, string>;
  return {
    ...fields,
    fristDato: fristDato?.split('-').reverse().join('-'),
    modtagere: modtagere === 'viste' ? shownCvrs() : '',
  };
}

/** The companies of the calendar, as interface C has them. */
function shownCvrs(): string {
  const person = signedIn();
  return person
    ? companiesOf(person)
        .map(({cvr}) => cvr)
        .join(',')
    : '';
}

/** A command for a POSIX shell, in which only a single quote ends a quoted text. */
function curlCommand({curl}: Sender, frist: Record<string, unknown>): string {
  const data = JSON.stringify(frist).replaceAll("'", "'\\''");
  return `${curl} \\\n  --header 'Content-Type: application/json' \\\n  --data '${data}'`;
}
