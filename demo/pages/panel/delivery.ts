import {isoDate, workday} from '../dates.ts';
import {byId, create} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';
import type {PortalElement} from '../portal.ts';
import {companiesOf, currentUser} from '../session.ts';
import {settingNames, watch, withSettings} from '../settings.ts';
import {deliver, type DeliveryResponse, describe} from './delivery-response.ts';
import {clearFieldErrors, showFieldErrors} from './field-errors.ts';

/** An authority, and a curl command, without the body, with its certificate. */
interface Sender {
  cvr: string;
  navn: string;
  curl: string;
}

/** Lets a developer deliver deadlines as an authority, see them in the elements, and copy the request as a curl command. */
export function startDeliveryForm(): void {
  const form = byId('levering-felter', HTMLFormElement);
  const date = byId('fristDato', HTMLInputElement);
  const receipt = byId('kvittering');
  const show = byId('vis', HTMLAnchorElement);
  const calendar = document.querySelector('tavle-calendar');
  let senders: readonly Sender[] = [];
  let response: DeliveryResponse | undefined;
  let sending = false;

  byId('beskrivelse', HTMLTextAreaElement).value =
    '<p>Kontrollér oplysningerne <strong>mindst én gang om året</strong>.</p>';
  date.value = isoDate(workday(7));

  const render = () => {
    if (!response) return;
    receipt.className = response.status === 201 ? 'receipt' : 'receipt receipt-failed';
    receipt.textContent = describe(response);
  };

  const showCurl = () => {
    const {afsender, ...frist} = bodyOf(form);
    const sender = senders.find(({cvr}) => cvr === afsender);
    byId('curl-del').hidden = !sender;
    if (sender) byId('curl').textContent = curlCommand(sender, frist);
  };

  const submit = async () => {
    clearFieldErrors(form);
    response = await deliver(bodyOf(form));
    render();
    byId('svar').textContent = response.text;
    byId('svar-del').hidden = false;
    show.hidden = response.status !== 201;
    showFieldErrors(form, response.errors);
    if (response.status !== 201) return;
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
    void submit().finally(() => (sending = false));
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

/** Returns the body for interface C, with the sender. */
function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const {modtagere, fristDato, ...fields} = Object.fromEntries(new FormData(form)) as Record<string, string>;
  return {
    ...fields,
    fristDato: fristDato?.split('-').reverse().join('-'),
    modtagere: modtagere === 'viste' ? shownCvrs() : '',
  };
}

/** Returns the companies of the calendar in the format of interface C. */
function shownCvrs(): string {
  const user = currentUser();
  return user
    ? companiesOf(user)
        .map(({cvr}) => cvr)
        .join(',')
    : '';
}

/** Returns a command for a POSIX shell, with single quotes escaped. */
function curlCommand({curl}: Sender, frist: Record<string, unknown>): string {
  const data = JSON.stringify(frist).replaceAll("'", "'\\''");
  return `${curl} \\\n  --header 'Content-Type: application/json' \\\n  --data '${data}'`;
}
