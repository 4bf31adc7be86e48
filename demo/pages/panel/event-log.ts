import {byId, create} from '../dom.ts';

const eventNames = [
  'tavle-load',
  'tavle-error',
  'tavle-before-toggle',
  'tavle-toggle',
  'tavle-before-mark',
  'tavle-mark',
  'tavle-open',
] as const;
const fieldNames = ['operation', 'app', 'activated', 'fristId', 'isLaest', 'isSlettet', 'cause'] as const;
const maxEntries = 100;

/** Shows the element's events, newest first. */
export function logEvents(element: HTMLElement): void {
  const log = byId('log');
  const empty = byId('ingen-haendelser');

  for (const name of eventNames) {
    element.addEventListener(name, event => {
      log.prepend(entry(event));
      log.children[maxEntries]?.remove();
      empty.hidden = true;
    });
  }
  byId('ryd').addEventListener('click', () => {
    log.replaceChildren();
    empty.hidden = false;
  });
}

function entry(event: Event): HTMLElement {
  const now = new Date();
  const time = create('time', {datetime: now.toISOString()}, now.toTimeString().slice(0, 8));
  const fields = fieldNames
    .filter(name => name in event)
    .map(name => [name, (event as unknown as Record<string, unknown>)[name]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => create('span', {class: 'log-field'}, `${name}: ${describe(value)}`));
  return create('li', {}, time, ' ', create('code', {}, event.type), ' ', ...fields);
}

/** Returns a value as text, an error with its causes. */
function describe(value: unknown): string {
  const inner = value instanceof Error && value.cause !== undefined ? ` ← ${describe(value.cause)}` : '';
  return String(value) + inner;
}
