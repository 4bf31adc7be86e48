import {html, nothing} from 'lit';
import {live} from 'lit/directives/live.js';

interface Field {
  readonly id: string;
  readonly label: unknown;
  readonly value: string;
  /** The options of a select. */
  readonly options?: unknown;
  /** The type of an input, or `textarea`. Default: `text`. */
  readonly type?: string;
  /** Runs with each value while a person types. */
  readonly onInput?: (value: string) => void;
  /** Runs when a person has finished typing. */
  readonly onChange?: (value: string) => void;
  readonly help?: unknown;
  readonly error?: unknown;
  /** Default: both columns. */
  readonly class?: string;
}

/** Renders a control with its label, and its error or help below. */
export function renderField({id, label, value, options, type = 'text', help, error, ...field}: Field) {
  const isInvalid = error ? 'true' : nothing;
  const describedBy = (error ?? help) ? `${id}-om` : nothing;
  const listener = (act?: (value: string) => void) => act && ((event: Event) => act(valueOf(event)));
  const [onInput, onChange] = [listener(field.onInput), listener(field.onChange)];
  return html`
    <div class=${field.class ?? 'field field-wide'}>
      <label for=${id}>${label}</label>
      ${
        options
          ? html`<select
              id=${id}
              aria-invalid=${isInvalid}
              aria-describedby=${describedBy}
              @input=${onInput}
              @change=${onChange}
            >
              ${options}
            </select>`
          : type === 'textarea'
            ? html`<textarea
                id=${id}
                aria-invalid=${isInvalid}
                aria-describedby=${describedBy}
                rows="4"
                spellcheck="false"
                .value=${live(value)}
                @input=${onInput}
              ></textarea>`
            : html`<input
                id=${id}
                aria-invalid=${isInvalid}
                aria-describedby=${describedBy}
                type=${type}
                autocomplete="off"
                spellcheck="false"
                .value=${live(value)}
                @input=${onInput}
                @change=${onChange}
              />`
      }
      ${(error ?? help) ? html`<p class=${error ? 'field-error' : 'panel-lead'} id=${describedBy}>${error ?? help}</p>` : nothing}
    </div>
  `;
}

/** Renders the options of a select. */
export function renderOptions(options: readonly (readonly [value: string, text: string])[], chosen: string) {
  return options.map(
    ([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
  );
}

function valueOf({target}: Event): string {
  return (target as HTMLInputElement).value;
}
