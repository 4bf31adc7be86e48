import {elementStates} from './element-states.ts';
import {rendered, setColours, setToday} from './stage.ts';

/*
 * The page of states of `npm run dev`: choices, and a frame with the same page, which shows a state of `element-states.ts`. Add a choice here. The
 * choices are in the URL, so that they survive the reload at a change.
 */

const states = new Map<string, () => Promise<unknown>>(
  Object.entries(elementStates).flatMap(([element, each]) =>
    Object.entries(each).map(([state, bring]) => [`${element} ${state}`, bring]),
  ),
);
const themes = ['borger', 'dark', 'neutral', 'virk'];
const parameters = new URLSearchParams(location.search);

/** Shows a state. Brings it about in Danish, since the steps find elements by their texts. */
async function showState(name: string): Promise<void> {
  const {body, documentElement} = document;
  const theme = parameters.get('theme');
  if (theme) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(`../themes/${theme}.css`, import.meta.url).href;
    document.head.append(link);
  }
  body.replaceChildren();
  body.style.display = 'block';
  // As in the tests, wide enough for a month that shows titles.
  body.style.inlineSize = '60em';
  documentElement.lang = 'da';
  setColours(parameters.get('scheme') === 'dark' ? 'dark' : 'light');
  setToday('2027-06-01');
  await states.get(name)?.();
  if (body.style.inlineSize === '60em') body.style.inlineSize = 'auto';
  documentElement.lang = parameters.get('language') ?? 'da';
  await rendered();
  documentElement.dataset.state = 'shown';
}

/** Shows the choices, and the frame. */
function showChoices(form: HTMLFormElement): void {
  const fields = form.elements as HTMLFormControlsCollection & Record<string, HTMLSelectElement>;
  for (const name of states.keys()) fields.state?.append(new Option(name));
  for (const name of themes) fields.theme?.append(new Option(name));
  for (const [name, value] of parameters) if (fields[name]) fields[name].value = value;
  const frame = document.createElement('iframe');
  const show = () => {
    const chosen = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    history.replaceState(null, '', `?${chosen}`);
    frame.style.inlineSize = `${chosen.get('width')}px`;
    frame.title = chosen.get('state') ?? '';
    frame.src = `?${chosen}&frame`;
  };
  form.addEventListener('change', show);
  document.body.append(frame);
  show();
}

const form = document.querySelector('form');
if (parameters.has('frame')) await showState(parameters.get('state') ?? '');
else if (form) showChoices(form);
